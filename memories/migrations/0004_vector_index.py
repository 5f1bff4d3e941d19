"""HNSW over vectors of the packaged model's width, for owners too large for an exact pass."""

from django.db import migrations


class Migration(migrations.Migration):
    """m and ef_construction are the values whose recall and latency were measured (docs/benchmarks.md)."""

    dependencies = [("memories", "0003_finders")]
    operations = [
        migrations.RunSQL(
            "CREATE INDEX memory_vector_hnsw ON memories_memoryembedding"
            " USING hnsw ((vector::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 64)"
            " WHERE dimension = 384",
            "DROP INDEX memory_vector_hnsw",
        )
    ]
