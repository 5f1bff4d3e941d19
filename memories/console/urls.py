"""Routes of the pages; the names are used by templates and commands."""

from django.urls import path

from memories.console.views import (
    erasures,
    lab,
    ledger,
    memories,
    memory_acts,
    overview,
    privacy,
    receipts,
    review,
    signin,
)

app_name = "console"

urlpatterns = [
    path("", signin.home, name="home"),
    path("signin/", signin.signin, name="signin"),
    path("signin/link/<str:token>/", signin.signin_link, name="signin_link"),
    path("signout/", signin.signout, name="signout"),
    path("memories/", memories.memories, name="memories"),
    path("memories/<uuid:memory_id>/", memories.memory, name="memory"),
    path("memories/<uuid:memory_id>/correct/", memory_acts.correct, name="memory_correct"),
    path("memories/<uuid:memory_id>/confirm/", memory_acts.confirm, name="memory_confirm"),
    path("memories/<uuid:memory_id>/archive/", memory_acts.archive, name="memory_archive"),
    path("memories/<uuid:memory_id>/restore/", memory_acts.restore, name="memory_restore"),
    path("memories/<uuid:memory_id>/pin/", memory_acts.pin, name="memory_pin"),
    path("memories/<uuid:memory_id>/forget/", memory_acts.forget, name="memory_forget"),
    path(
        "memories/<uuid:memory_id>/versions/<int:number>/restore/",
        memory_acts.version_restore,
        name="memory_version_restore",
    ),
    path("recall/", lab.recall_lab, name="recall_lab"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("privacy/pause/", privacy.pause, name="privacy_pause"),
    path("privacy/resume/", privacy.resume, name="privacy_resume"),
    path("erasures/", erasures.erasures, name="erasures"),
    path("erasures/<uuid:erasure_id>/", erasures.erasure, name="erasure"),
    path("erasures/<uuid:erasure_id>/confirm/", erasures.confirm, name="erasure_confirm"),
    path("erasures/<uuid:erasure_id>/cancel/", erasures.cancel, name="erasure_cancel"),
    path("erasures/<uuid:erasure_id>/hold/", erasures.hold, name="erasure_hold"),
    path("erasures/<uuid:erasure_id>/unhold/", erasures.unhold, name="erasure_unhold"),
    path("erasures/<uuid:erasure_id>/refuse/", erasures.refuse, name="erasure_refuse"),
    path("receipts/<str:token>/", receipts.receipt, name="receipt"),
    path("receipts/<str:token>/receipt.json", receipts.download, name="receipt_download"),
    path("review/", review.queue, name="review_queue"),
    path("review/<uuid:case_id>/", review.case, name="review_case"),
    path("review/<uuid:case_id>/claim/", review.claim_case, name="review_claim"),
    path("review/<uuid:case_id>/give-back/", review.give_back, name="review_release_claim"),
    path("review/<uuid:case_id>/decide/", review.decide_case, name="review_decide"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/verify/", ledger.verify, name="ledger_verify"),
    path("overview/", overview.overview, name="overview"),
]
