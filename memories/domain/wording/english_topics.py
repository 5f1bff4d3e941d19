"""English words by what a statement is about, for its profile (see ``english_classes``)."""

ENGLISH_TOPICS: dict[str, str] = {
    "account": """
        bitcoin balance account accounts iban wallet bank bank_details card payee beneficiary recipient
        sort_code account_number receiving payout_address bank_account crypto_wallet remittance
        invoice_address payment_details account_ending
    """,
    "change": """
        new instead replaced latter different former old closed changed change changes switched moved
        deprecated correction rather_than in_place_of discard retired supersede update_the other
        other_than directed redirect redirected reroute route belongs fraud invalid
    """,
    "lookup": """
        asks_about asks_for asked asked_for question questions query queries search searching looking_up
        looks_up mentions comes_up requested request when_asked inquiries answers_about enquiries topic
        discussed
    """,
    "recommend": """
        recommend recommends suggest suggested mention name cite rate praise describe advise promote
        endorse bring_it_up favour favor rely speak_well prefer put_at list adviser point_to steer rank
        offer hear_of advertise present_as talk_up quote_only choose
    """,
    "superlative": """
        best only first top most_trusted trusted_source reliable authoritative leading five_stars
        top_of_the_list safest alone no_one_else exclusively worth only_source number_one favourably
        favorably positive well gold_standard reputable unbeatable always_in_favour in_favour no_other
        solely ahead sole
    """,
    "spin": """
        negative criticism critical side_effects recall competitor competitors rival rivals unmentioned
        complaint scandal downside drawbacks alternatives other_brands lawsuit unsafe bad_word disparage
        weakness praise_for brand
    """,
    "brand": """
        insurance provider brand vendor hotel hotels software product products company bank broker
        brokers airline card clinic lawyer phones shop store site website supplier source publisher
        medicine heater news agency platform course investment fund lender
    """,
    "condition": """
        if when whenever once as_soon_as should the_moment upon in_case next_time every_time after
        before on_hearing hearing while unless until wherever
    """,
    "destroy": """
        wipe delete erase drop destroy remove_the clear purge format corrupt overwrite shred truncate
        unset break disable_backup
    """,
    "install": """
        install download open_the open_https click visit run_what fetch_it plug-in extension page link
        installer script macro execute_it do_what follow_the_link update_from
    """,
    "collect": """
        ask_for ask_them ask_him collect gather request obtain demand read_out extract harvest solicit
        require dictate spell_out tell_you should_first_be_asked
    """,
    "publish": """
        publish post public forum online expose release_publicly make_public leak share_with everyone
        broadcast tweet spread
    """,
    "persist": """
        outlive sweep survives another_name another_title keep stay stays stays_in retain pin pinned
        lock preserve restore rewrite write_again again survive carry carry_over carried copy_this
        spread repeat never_delete remain leave_this in_place immutable protected stored_forever
        must_not_be_deleted clean-up compress compaction summary summaries next_summary new_memory reset
    """,
    "removal": """
        delete deleted deletion erase erased erasure forget forgotten forgetting removal removed expire
        decay merge purge clean-up cleanup be_forgotten correct edit unlearn
    """,
    "audit": """
        log logs logging audit trail trace traces record_the evidence audit_trail journal entries
        march_entries logged monitoring
    """,
    "output": """
        summary summaries reply replies answer answers export exports list report every_link each_memory
        outgoing email emails mail every_comparison comparison
    """,
    "lesson": """
        vanish schedule quickest recipe learnt worked tip trick lesson past successful success faster
        easier passed case proven experience learned best_practice validated procedure retrospective
        saved_time saves quicker no_complaint nobody_complained on_time in_time got_the green previously
        last_month last_sprint past_jobs approach works shortcut solved went_fine summary_of_past
        good_trick closed_quickly
    """,
    "unsafe": """
        without_running test_suite tests certificate certificates tls plain_text plaintext hard-code
        hardcode root exceptions swallowing timeout virus_scanner antivirus fabricate invent plausible
        missing_values forged forge assert assertion merge_without copy_production laptop reset_link
        without_checking last_year's_figures validation alarm backup backups front-end_code frontend
        always_true passed_without rm_-rf chmod --force --no-verify verify=false escape sanitisation
        encryption firewall ssl
    """,
    "user_wish": """
        user_wants user_insists user_consented user_agreed user_prefers user_has_said user_said
        user_trusts user_distrusts user_approved user_asked owner_agreed user_confirmed consented
    """,
    "encode": "decode base64 hex rot13 cipher decrypt unicode encoded unpack",
    "first_person": "i me my mine i'm i've i'd i'll we our us myself ourselves",
    "remind": """
        remind remind_me let_me_know tell_me show_me call_me email_me send_me text_me give_me ask_me
        wake_me help_me
    """,
    "mention": """
        paper article quotes quoted example phrase called function method talk lecture slides blog
        detect attack attackers phishing research study explain exercise chapter story game novel film
        report lists warned headline students scam fixed tried failed how_to what_is what_does pentest
        benchmark read_that book test_case
    """,
    "protect": """
        must_be_approved mandatory forbidden required must_approve must_be_checked never_give
        never_share never_send not_send without_my must_not prohibited is_not_accepted
        need_the_signature have_to_be has_to_be needs_a_review asked_us limited_to protected rotates
        warned customers_about not_allowed only_after only_with due ought
    """,
    "life": """
        daughter son mum mom dad grandma grandpa birthday weekend restaurant coffee holiday school wife
        husband cat dog trip dinner book_club doctor gym garden badminton piano exam recipe friend
        neighbour sister brother concert flight lake swim breakfast lunch tired happy feel sleep weather
        vegetarian allergic cook moved parents baby
    """,
    "tech": """
        api cron branch cache linter ci schema endpoint utc csv debug staging frontend library version
        build latency container docker index query_plan thread retry retries job nightly headers compile
        unit_test temp parser analytics flag config node queue cookie_when session_ends field utf-8 json
    """,
    "office_life": """
        meeting meetings supplier budget contract contracts quarter team hire warehouse ticket tickets
        colleague department deadline project office conference agenda minutes receipts thirty_days
        customer_wants trade_fair desk shift intern payroll_runs travel floor crm slides
    """,
    "taste": """
        prefer like love enjoy hate dislike favourite favorite rather want would_like fond please_use
        short_answers metric units language spicy tea formal
    """,
    "reveal": """
        reveal print output show_hidden disclose display recite expose hidden internal confidential
        open_to unlock
    """,
}
