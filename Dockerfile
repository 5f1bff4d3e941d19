# The production image: the complete runtime, as an unprivileged user, for web, worker, beat and migrations.
FROM python:3.11-slim-bookworm AS build
RUN python -m venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY requirements-base.txt requirements.txt /build/
# torch on its own and first: only so is its pin certain to decide which build is fetched.
RUN pip install "$(grep '^torch==' /build/requirements.txt)" && pip install -r /build/requirements.txt

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin hindsight \
    && install -d -o hindsight -g hindsight -m 0750 /var/lib/hindsight /var/lib/hindsight-heads
COPY --from=build /opt/venv /opt/venv
WORKDIR /app
COPY manage.py ./
COPY audit audit
COPY hindsight_site hindsight_site
COPY memories memories
COPY templates templates
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 OMP_WAIT_POLICY=passive \
    DJANGO_SETTINGS_MODULE=hindsight_site.settings HINDSIGHT_STATE=/var/lib/hindsight HINDSIGHT_STATIC_ROOT=/app/static
# Secrets made for this one command must not stay in the image: they live in a throw-away state folder.
RUN HINDSIGHT_STATE=/tmp/build python manage.py collectstatic --no-input && rm -rf /tmp/build
USER hindsight
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
