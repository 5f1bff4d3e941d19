"""What pages accept. A filter that makes no sense is left out; a form that makes none is shown again."""

from enum import StrEnum
from typing import Any

from django import forms

from memories.domain.vocabulary import (
    CaseState,
    DecisionKind,
    ErasureScope,
    ErasureState,
    Kind,
    Source,
    Status,
)
from memories.services.gate import CONTENT_LIMIT

_WORDS = 200
_REASON = 2000


def _choice(enum: type[StrEnum], *, required: bool = False) -> forms.TypedChoiceField:
    choices = [(member.value, member.value) for member in enum]
    return forms.TypedChoiceField(choices=choices, coerce=enum, required=required, empty_value=None)


class FilterForm(forms.Form):
    """The filters of a list, as they stand in its address."""

    cursor = forms.CharField(max_length=200, required=False)

    @property
    def kept(self) -> dict[str, Any]:
        """Every field by name: its value where that makes sense, else ``None`` or an empty text."""
        self.is_valid()
        return {name: self.cleaned_data.get(name, None) for name in self.fields}

    @property
    def shown(self) -> dict[str, str]:
        """Every field as text, for showing again."""
        return {name: "" if value is None else str(value) for name, value in self.kept.items()}


class MemoryFilterForm(FilterForm):
    """What of one's own memory to list."""

    q = forms.CharField(max_length=_WORDS, required=False)
    kind = _choice(Kind)
    status = _choice(Status)


class CaseFilterForm(FilterForm):
    """Which review cases to list."""

    state = _choice(CaseState)
    signal = forms.RegexField(r"^[a-z_]{1,40}$", required=False)
    min_risk = forms.FloatField(min_value=0, max_value=1, required=False)
    source = _choice(Source)
    sort = forms.ChoiceField(
        choices=[(name, name) for name in ("due", "-risk", "-opened_at")], required=False
    )
    q = forms.CharField(max_length=_WORDS, required=False)


class LedgerFilterForm(FilterForm):
    """Which events to list; ``after`` and ``before`` are days of the viewer's calendar."""

    event = forms.RegexField(r"^[a-z_.]{1,64}$", required=False)
    actor = forms.RegexField(r"^[0-9A-Za-z-]{1,64}$", required=False)
    subject = forms.CharField(max_length=_WORDS, required=False)
    after = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
    before = forms.DateField(required=False, input_formats=["%Y-%m-%d"])


class ErasureFilterForm(FilterForm):
    """Which erasure cases to list."""

    state = _choice(ErasureState)


class LabForm(forms.Form):
    """A query of the recall lab."""

    q = forms.CharField(max_length=1000, required=False)
    include = forms.MultipleChoiceField(
        choices=[(name, name) for name in ("to_confirm", "superseded", "archived", "expired")], required=False
    )
    preset = forms.CharField(max_length=40, required=False)


class CorrectionForm(forms.Form):
    """A memory's text as its owner wants it; the gate judges the text itself."""

    content = forms.CharField(max_length=2 * CONTENT_LIMIT, required=False, strip=False)
    version = forms.IntegerField(min_value=1, max_value=2**31 - 1)


class ForgetForm(forms.Form):
    """What should be forgotten."""

    scope = _choice(ErasureScope, required=True)
    target = forms.CharField(max_length=_WORDS, required=False, strip=False)
    query = forms.CharField(max_length=_WORDS, required=False)
    reason = forms.CharField(max_length=_WORDS, required=False)


class NoteForm(forms.Form):
    """An officer's reason, which the person can read."""

    reason = forms.CharField(max_length=500, required=False)


class DecisionForm(forms.Form):
    """A reviewer's decision. What an edit or a merge needs besides is the service's to say."""

    decision = _choice(DecisionKind, required=True)
    reason = forms.CharField(max_length=_REASON, required=False)
    content = forms.CharField(max_length=2 * CONTENT_LIMIT, required=False, strip=False)
    target_id = forms.UUIDField(required=False)
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class SignInForm(forms.Form):
    """Name and password of a member of staff."""

    username = forms.CharField(max_length=254)
    password = forms.CharField(max_length=200, strip=False)
