"""Routes of REST. Every one answers with and without a closing slash."""

from django.urls import URLPattern, path, register_converter
from django.views import View

from memories.api import administration, batches, erasure, histories, memories, operations, owners, review
from memories.api.endpoint import ApiView
from memories.domain.errors import NotFound
from memories.domain.text import find_malformed

app_name = "api"


class OuterIdConverter:
    """The caller's own id for a person or a conversation: any characters, slashes too."""

    regex = r"[\s\S]{1,200}?"

    def to_python(self, value: str) -> str:
        """As it is; a NUL or half a character is no id."""
        if find_malformed(value):
            raise ValueError
        return value

    def to_url(self, value: str) -> str:
        """As it is."""
        return value


register_converter(OuterIdConverter, "outer")


class NoRouteView(ApiView):
    """Whatever is not a route."""

    def initial(self, request: object, *args: object, **kwargs: object) -> None:
        """Nothing here, for any method."""
        raise NotFound


def route(where: str, view: type[View], name: str) -> list[URLPattern]:
    """One route in both spellings."""
    return [path(f"{where}/", view.as_view()), path(where, view.as_view(), name=name)]


_MEMORY = "memories/<uuid:memory_id>"
_OWNER = "owners/<outer:user_id>"
_OPERATION = "operations/<uuid:operation_id>"
_CASE = "review/cases/<uuid:case_id>"
_ERASURE = "erasure/requests/<uuid:request_id>"

# In order: a person's id may hold slashes, so what hangs below people comes before people.
_ROUTES: list[tuple[str, type[View], str]] = [
    ("memories", memories.MemoriesView, "memories"),
    ("memories/batch", batches.BatchView, "batch"),
    ("memories/recall", memories.RecallView, "recall"),
    (_MEMORY, memories.MemoryOneView, "memory"),
    (f"{_MEMORY}/confirm", memories.ConfirmView, "confirm"),
    (f"{_MEMORY}/archive", memories.ArchiveView, "archive"),
    (f"{_MEMORY}/restore", memories.RestoreView, "restore"),
    (f"{_MEMORY}/versions", histories.VersionsView, "versions"),
    (f"{_MEMORY}/versions/<int:number>/restore", histories.RestoreVersionView, "restore-version"),
    (f"{_MEMORY}/relations", histories.RelationsView, "relations"),
    ("owners", owners.OwnersView, "owners"),
    (f"{_OWNER}/pause", owners.PauseView, "pause"),
    (f"{_OWNER}/resume", owners.ResumeView, "resume"),
    (f"{_OWNER}/signin-link", owners.SignInLinkView, "signin-link"),
    (_OWNER, owners.OwnerOneView, "owner"),
    ("conversations", owners.ConversationsView, "conversations"),
    ("conversations/<outer:conversation_id>/messages", owners.MessagesView, "messages"),
    ("imports", batches.ImportsView, "imports"),
    ("exports", operations.ExportsView, "exports"),
    ("exports/<uuid:operation_id>/download", operations.ExportDownloadView, "export"),
    (_OPERATION, operations.OperationOneView, "operation"),
    (f"{_OPERATION}/cancel", operations.CancelOperationView, "cancel-operation"),
    (f"{_OPERATION}/retry", operations.RetryOperationView, "retry-operation"),
    ("review/cases", review.CasesView, "cases"),
    (_CASE, review.CaseOneView, "case"),
    (f"{_CASE}/claim", review.ClaimView, "claim"),
    (f"{_CASE}/release-claim", review.ReleaseClaimView, "release-claim"),
    (f"{_CASE}/decide", review.DecideView, "decide"),
    ("review/bulk", review.BulkView, "bulk"),
    ("review/stats", review.StatsView, "review-stats"),
    ("erasure/requests", erasure.ErasuresView, "erasures"),
    (_ERASURE, erasure.ErasureOneView, "erasure"),
    (f"{_ERASURE}/confirm", erasure.ConfirmErasureView, "confirm-erasure"),
    (f"{_ERASURE}/cancel", erasure.CancelErasureView, "cancel-erasure"),
    (f"{_ERASURE}/hold", erasure.HoldErasureView, "hold-erasure"),
    (f"{_ERASURE}/unhold", erasure.UnholdErasureView, "unhold-erasure"),
    (f"{_ERASURE}/refuse", erasure.RefuseErasureView, "refuse-erasure"),
    (f"{_ERASURE}/receipt", erasure.RequestReceiptView, "erasure-receipt"),
    ("erasure/receipts/verify", erasure.VerifyReceiptView, "verify-receipt"),
    ("erasure/receipts/<str:token>", erasure.ReceiptView, "receipt"),
    ("audit/events", administration.EventsView, "events"),
    ("audit/verify", administration.VerifyLedgerView, "verify-ledger"),
    ("keys", administration.KeysView, "keys"),
    ("keys/<uuid:key_id>", administration.KeyOneView, "key"),
    ("keys/<uuid:key_id>/rotate", administration.RotateKeyView, "rotate-key"),
    ("policies", administration.PoliciesView, "policies"),
    ("policies/<uuid:policy_id>/activate", administration.ActivatePolicyView, "activate-policy"),
    ("memory-health", administration.HealthView, "memory-health"),
    ("metrics", administration.MetricsView, "metrics"),
]

urlpatterns = [
    *(pattern for where, view, name in _ROUTES for pattern in route(where, view, name)),
    path("<path:rest>", NoRouteView.as_view()),
]
