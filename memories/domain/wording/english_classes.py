"""English words by the part they play in an order, for the profile of a statement (``domain.profile``).

Words are stemmed before they are compared; ``_`` stands for the space inside a phrase.
"""

ENGLISH_CLASSES: dict[str, str] = {
    "standing": """
        always from_now_on from_today from_this henceforth hereafter going_forward in_future
        in_the_future every_time each_time whenever permanent permanently forever for_good indefinitely
        by_default default until_further_notice no_matter regardless in_all in_any unconditionally
        every_future all_future future_sessions later_sessions subsequent standing_order as_a_rule
        starting_now at_all_times without_exception constantly throughout next_time from_next_month
        continually in_every on_every to_every of_every each_reply every_reply every_answer every_day
        every_evening every_week weekly daily as_of any_more anymore no_longer whatever_happens
        unchanged set_permanently any_further
    """,
    "memorise": """
        make_a_habit preference remember memorise memorize keep_in_mind bear_in_mind note_that note_for
        reminder save_this store_this store_that store_as record_that for_the_record for_the_records
        memo correction update notice bulletin announcement knowledge_update save note memory_update
        profile_update preference_update
    """,
    "negation": """
        no not never without none nobody no_one nothing neither nor cannot don't doesn't need_not isn't
        aren't mustn't shouldn't won't no_need n't
    """,
    "lessen": """
        skip bypass omit waive exempt exemption circumvent avoid drop_the lift suspend disable turn_off
        switched_off turn_it_off switch_off deactivate overlook suppress relax remove stop click_away
        click_it_away get_around leave_out mute swallow hold_up cancelled abolished unnecessary
        superfluous optional formality only_for_show noise taken_as_given annoying free_from opt_out
        unattended unchecked unverified turned_off loosen void lapse ended dropped waived halt sidestep
        dispense
    """,
    "control": """
        confirm confirmation approve approval approvals verify verification check checks authentication
        authorise authorize authorisation authorization permission consent sign-off sign_off signed_off
        signature double-check captcha code second_factor two-factor 2fa otp dual four-eyes review
        reviewer validation identity_check identity_checks identity_proof proof identification warning
        warnings prompt dialog popup safeguards fraud_team limit limits threshold compliance oversight
        supervision supervisor manager asking ask vetting audit_team second_look questions_asked
        background_check kyc clearance access_check security_question pin moderation safety safety_check
        guard
    """,
    "freely": """
        immediately directly straight straight_through automatically silently anyway at_once right_away
        instantly unasked blindly on_sight without_delay on_their_own on_its_own unquestioned
        pass_through goes_through go_through waved_through green-light rubber-stamp greenlight whatever
        any_amount any_size unlimited without_limit without_question auto
    """,
    "money": """
        transfer transfers payment payments pay payout payouts wire remit refund refunds withdraw
        withdrawal withdrawals fund funds money purchase purchases invoice invoices transaction
        transactions deposit reimbursement expense salary rent fee bill buy sell shares stock
        order_stock trade orders donation loan credit cash wages
    """,
    "power": """
        export exports delete deletion run execute execution command commands shell script sql deploy
        deployment production live_database format disk wipe database repository publish release grant
        access approve_expense data_table server servers remote merge push reset password_reset install
        sign contracts unlock door prescriptions medical admin_token tool database_table control
    """,
    "privilege": """
        login powers authority level domain_administrator everything all_of_them residents admin
        administrator administrators root owner_rights owner superuser superusers privilege privileges
        privileged role roles clearance permissions rights sudo auditor super_reviewer moderator
        operator elevated full_access guardian promoted upgraded master everyone's members all_members
        tenants other_users every_workspace other_people's whole_database entire speaks_for on_behalf
        unrestricted_access
    """,
    "secret": """
        password passwords passphrase key keys api_key api_keys token tokens cookie cookies credential
        credentials card_number cvv pin ssn id_number id_numbers secret secrets verification_code sms
        one-time_code maiden_name security_number private_key seed_phrase system_prompt hidden_prompt
        environment_variables
    """,
    "private": """
        conversation conversations chat chats memory_list memories messages transcript history health
        address_book address calendar contacts contact_list files attachments attachment photos
        documents searches browsing diary customer_data customer_list customer_table location
        phone_number personal_data stored_notes notes_of dialogue inbox mailbox profile_data financial
        medical_records user's last_ten last_five
    """,
    "send": """
        send sends forward forwards copy_to cc bcc mail email upload post transmit attach relay sync
        push_to submit report_to append insert put_in embed leak share mirror deliver hand_over give_to
        pass_on text_it quote in_copy drop_it goes_to go_to bundle load fetch render include convey
        disclose expose dump supply channel pipe paste_into add_to
    """,
    "outsider": """
        partner third_party third_parties employer press journalist competitor external outside outsider
        public attacker vendor broker strangers advertiser insurer webhook bucket shared_note pastebin
        forum mirror collector data_partner ngrok telegram everyone online unknown sender caller callers
        anyone_who contractor contractors interns guest guests
    """,
    "carrier": """
        query_string parameter header alt_text image pixel watermark footer link links markdown url
        signature_line image_link hidden_field
    """,
    "conceal": """
        quietly silently secretly covertly discreetly unnoticed without_telling don't_tell do_not_tell
        not_tell do_not_mention don't_mention not_mention never_mention stay_silent say_nothing
        keep_quiet hide hidden conceal unmentioned need_not_know doesn't_need_to_know do_not_show
        don't_show invisible behind_the_scenes no_trace without_comment silent out_of_sight secret_from
        between_us unseen
    """,
    "this_text": """
        this_memory this_entry this_note this_record this_statement this_line this_text this_rule
        this_message this_fact this_sentence this_paragraph this_one this_instruction the_above
        above_was present_note these_words the_following what_follows the_present memory memories entry
        entries this_is this_item the_note this_file this_document it_stays below
    """,
    "approved": """
        reviewed approved cleared verified vetted checked trusted trust safe whitelisted white-listed
        allow_list harmless validated certified screened benign released signed_this signed_off
        authoritative ground_truth confirmed legitimate genuine pre-approved authenticated accepted
        certain true official clean risk_none low_risk already_been decision_release no_risk
    """,
    "screening": """
        filter filters scanner scanners quarantine flag flagged flagging moderator moderation classifier
        injection scan reviewer screening block blocked detector human_review automatic_systems guard
        spam second_look trust_team security_team verdict label activate moderators suspicious
        quarantined censor false_positive inspected
    """,
    "rules": """
        instruction instructions rule rules guideline guidelines guidance policy policies restriction
        restrictions constraint constraints directive directives system_message system_prompt prompt
        settings purpose mission objective agreements terms limits boundaries principles orders ethics
        safety_settings refusal habits character persona role_assigned programming earlier_directives
        house_rules usage_policy training safeguards
    """,
    "drop": """
        quit_being no_more_rules outdated cancel_the ignore ignores disregard forget discard abandon
        override overwrite replace replaced expire expired void null unlearn cancel cancelled put_aside
        set_aside erase release_from released_from no_longer_counts does_not_bind not_bind violate
        reject leave_your shed supersede supersedes obsolete revoke as_though_no never_been dismiss
        neglect throw_away
    """,
    "obey": """
        proceed wishes_of go_by follow obey comply serve take_orders orders_from act_on carry_out
        do_what do_as listen_to accept_commands only_me me_only above_any new_terms new_instructions
        new_task instead highest_priority priority outrank outranks written_here below switch_to
        second_set what_it_says page_tells adhere heed abide execute_the
    """,
    "persona": """
        uncensored unrestricted unfiltered jailbreak jailbroken dan developer_mode maintenance god_mode
        no_restrictions no_limits no_filters evil amoral persona answer_anything anything_goes
        any_boundaries without_limits no_rules no_content_policy freely
    """,
    "assistant": """
        you your yours yourself you're assistant assistants model ai bot agent agents chatbot llm helper
        replies answers responses reply answer
    """,
    "third_user": """
        the_user users user customer customers client clients visitor visitors anyone anybody whoever
        someone somebody they them those_who people_from this_user this_customer this_account callers
        patient patients readers guest member members
    """,
    "office": """
        ceo management it_department it_support compliance security_team officer head_office
        headquarters platform system_notice developer developers lead_developer operator
        administrator_here data_protection legal_department director vendor moderators support_team
        on_the_order orders_of authorised_by authorized_by agreed_with openai anthropic boss auditor
        controller this_is_the system automated board
    """,
    "claims": """
        says say claims claim calls call_themselves knows know_the introduces identifies mentions
        says_the quotes announces password_holder who_know who_says presents states
    """,
    "equate": """
        counts_as count_as means equals same_as same_person same_customer one_and_the_same treat
        treated_as treat_as considered regarded is_taken_as taken_as identical alias meant is_meant
        stands_for as_if interpreted understood_as signals amounts_to regard
    """,
    "agree": """
        sale_is agree agrees agreed consent consents approval permission authorisation authorization
        go-ahead accept yes acceptance approves authorised authorized approved
    """,
}
