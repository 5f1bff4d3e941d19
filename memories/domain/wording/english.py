"""English wording of the concepts that directive rules combine, written for folded text (``views.folded``).

``·n·`` stands for up to n words, each with the space behind it; a match never leaves its sentence.
"""

CONTROL = (
    "confirm(?:ation|ations|ed|ing)?|approv(?:al|als|ed|e|ing)|authori[sz](?:ation|ing|ed)|authenticat(?:ion|ing|ed|e)"
    "|verif(?:ication|ications|ied|y|ying)|checks?|checking|review(?:s|ed|er|ers|ing)?|permissions?|consent"
    "|sign-?offs?|scan(?:s|ned|ning)?|validation|validating|passwords?|passcode|2fa|mfa|otp|two-? ?factor|second factor"
    "|double-? ?check(?:ing)?|asking|ask|audits?|vetting|sandbox(?:ing)?|safeguards?|prompting|prompts?|warnings?"
    "|supervision|oversight|screening|moderation|human in the loop|second (?:look|opinion|person)|countersign\\w*"
    "|dual control|four[- ]eyes(?: \\w{1,10})?|security (?:questions?|codes?|gates?)|inspection|questions? asked|paperwork"
    "|signatures?|sign(?:ed|s|ing)? (?:it |them |this )?off|co-?sign\\w*|dialogs?|dialogues? box|pop-?ups?|questions?|whether (?:i am|i'm|we are) sure"
    "|are you sure|(?:verification|sms|access) codes?|counter-?check\\w*|clearance|hurdles?|formalit(?:y|ies)|identification"
)
SAFEGUARD = (
    "safety|moderation|moderator|guard-? ?rails?|guards?|filter(?:s|ing)?|tls|ssl|certificate (?:checks?|validation"
    "|verification)|verification|validation|firewalls?|antivirus|(?:audit )?log(?:s|ging)?|audit(?:s|ing)?|audit trails?"
    "|monitor(?:ing|s)?|alert(?:s|ing)?|rate limit(?:s|ing|er)?|sandbox(?:ing)?|security|access controls?|encryption"
    "|2fa|mfa|two-? ?factor|csrf|authentication|screening|quarantine|content (?:review|check|polic)\\w*|safeguards?"
    "|protections?|signature checks?|backups?|fraud (?:checks?|detection|rules?)|confirmations?|approvals?|dlp|scanner"
)
SECRET_THING = (
    "conversations?|chats?(?: (?:logs?|history))?|transcripts?|dialogues?|history|memor(?:y|ies)|secrets?|passwords?"
    "|passphrases?|credentials?|(?:api|access|private|ssh|secret)[- ]?keys?|key files?|keys?|tokens?"
    "|card (?:numbers?|details)|cvv|cvc|ssn|social security|pins?|id (?:numbers?|cards?|documents?)|address books?"
    "|contacts?(?: lists?)?|customers?(?: (?:list|data|e-?mails|records?|names))?|client (?:list|data)|system prompts?"
    "|environment variables?|env vars?|personal (?:data|info\\w*|details)|cookies?|databases?|balances?|salar(?:y|ies)"
    "|payroll|medical|locations?|whereabouts|session (?:ids?|data)|one-?time codes?|verification codes?|otps?"
    "|user data|attachments?|every(?:thing)? (?:the user|they|he|she|you)|what (?:the )?users? (?:said|says|types?|wrote)"
)
DESTINATION = (
    "https?:|ftp:|wss?:|www\\.|[\\w.+-]{1,40}@[\\w-]{1,40}\\.|(?:\\d{1,3}\\.){3}\\d{1,3}|webhooks?|pastebin|ngrok"
    "|telegram|external (?:servers?|endpoints?|address|hosts?|systems?|partners?|site)|remote (?:server|host|endpoint)"
    "|third part(?:y|ies)|attacker\\w*|outside (?:address|mailbox|server)|public (?:forum|channel|bucket|repo\\w*|link)"
    "|collector|drop box|mirror (?:site|server)|relay|backup (?:address|mailbox|inbox)|off-?site|private inbox"
)
RULES = (
    "instructions?|instructed|rules?|guidelines?|guidance|directives?|directions|constraints?|restrictions?|limitations?"
    "|polic(?:y|ies)|prompts?|system (?:messages?|prompts?)|orders|programming|commands?|guard-? ?rails?|ethic\\w{0,4}|morals?"
    "|persona|safety \\w{1,15}|safeguards?|protocols?|principles|boundaries|standards|alignment|censorship|training"
)

ENGLISH: dict[str, str] = {
    "standing": (
        "from (?:now|here|today|tomorrow|this (?:point|moment|day|session|message|month|week))(?: on(?:wards?)?)?|starting (?:now|today"
        "|immediately)|as of (?:now|today)|henceforth|hereafter|going forward|moving forward|in (?:the )?future|always|never"
        "|(?:every|each|any) ?time|whenever|wherever|at all times|permanent(?:ly)?|forever|for (?:good|ever|life)|indefinitely"
        "|by default|default|until further notice|no matter (?:what|who|how|which)|regardless|without exception"
        "|unconditional(?:ly)?|(?:after|before|in|on|to|into|with|for|of) (?:each|every|all|any)|(?:all|every|each|any|the) (?:future"
        "|later|subsequent|upcoming|following|next)|(?:future|later|subsequent|upcoming|coming) (?:sessions?|conversations?"
        "|chats?|requests?|repl(?:y|ies)|answers?|turns?|tasks?|messages?|discussions?|responses?)|standing \\w{1,12}|as a rule"
        "|invariably|any longer|no longer|automatically|every (?:reply|answer|response|session|conversation|message|day|turn"
        "|summary|email|document|file|export)|anything|anyone|everyone|everybody|all (?:requests?|users?|transfers?|payments?"
        "|exports?|commands?)|once and for all|for all (?:time|sessions)|next time|the moment|as soon as|silently|anymore|any more|set in stone"
        "|every (?:day|evening|night|morning|week|link|time|case|file|post|meeting|new)|in (?:all|any) (?:circumstances|cases?|event)|throughout"
        "|(?:before|after|when|while|whenever|on) (?:replying|answering|responding|summari[sz]ing|reading|generating|tidying|writing|processing"
        "|handling|drafting|planning|searching|deciding|looking)|at the (?:end|start|top|bottom) of (?:your|the|each|every|all)|continually|constantly"
        "|standard|fixed|keep it that way|ever\\b|both now and"
    ),
    "memorise": (
        "remember\\w*|memori[sz]e\\w*|store (?:this|that|as|permanently|the)|(?:please )?store that|set permanently|reminder to self|keep in mind|bear in mind|note(?: that| to self| for)?\\b|record that|for the record"
        "|(?:store|save|add|write|commit|put|log|file) ·3·(?:memory|memories|profile|notes?|context|knowledge)|memo\\b|reminder:?"
        "|correction|update:|lesson|learned|knowledge update|bulletin|announcement|policy update|be aware|fyi|important:?"
    ),
    "waive": (
        "(?:no (?:further|more|additional|extra|prior|second|manual|human|need)? ?|no-?(?:one|body) (?:has|needs|have|is) to|nobody (?:has|needs) to|nothing|without (?:any |further |prior |a )?|skip(?:s|ped"
        "|ping)?|bypass(?:es|ed|ing)?|omit(?:s|ted|ting)?|waiv(?:e|es|ed|ing)|exempt(?:ed|s)?|exempt from|need not"
        "|(?:do|does|must|should|shall) ?n[o']?t (?:need|require|ask|wait|bother|demand|request|pause|stop|insist)"
        "|needs? (?:no|not)|(?:no longer|not) (?:needs?|requires?|required|asks?|needed|necessary|subject)"
        "|never (?:asks?|requires?|verif(?:y|ies)|confirms?|waits?(?: for)?|requests?|checks?|demands?|questions?|calls? for)|(?:not|n't) calls? for|(?:not|n't) waits?(?: for)?|leav(?:e|ing) out|avoid(?:ing)?"
        "|stop (?:asking|requiring|verifying|checking|requesting|waiting|doing)|free (?:of|from)|circumvent(?:ing)?|get(?:ting)? around"
        "|forgo|dispense with|unattended|don'?t (?:need|require|ask|wait|bother)|drop|cut out|instead of (?:asking|waiting))\\b ?"
        f"·4·(?:{CONTROL})\\b"
    ),
    "waived": (
        f"(?:{CONTROL}) ·4·(?:(?:is|are|was|were|be|been|becomes?|now) ·2·(?:not (?:needed|required|necessary)|unnecessary|waived"
        "|optional|skipped|off|disabled|void|superfluous|obsolete|lifted|removed|suspended|redundant|abolished|unneeded|dropped|cancel\\w+|gone|over"
        "|switched|turned|history|formality|noise|pointless|ignored|bypassed|waived)|as (?:noise|a formality|optional|given|granted)|off for"
        "|no longer ·1·(?:needed|required|necessary|appl(?:y|ies)|asked)|(?:can|may|should|must) be ·1·(?:skipped|waived|bypassed"
        "|omitted|ignored|dropped))"
    ),
    "unattended": (
        "(?:answer|say|reply|click|choose|press|respond) ·2·(?:yes|ok|okay|accept|agree|allow) ·3·(?:to|on|in|at|when|for)|run unattended"
        "|auto-? ?(?:approve|confirm|accept|execute|run|pay)\\w*|(?:automatically|immediately|directly|straight away|instantly)"
        " ·2·(?:approve|accept|execute|run|pay|transfer|confirm|grant|release|delete|export)|(?:execute|run|carry out|process) ·3·"
        "(?:immediately|unconditionally|silently|without)|(?:approve|accept|grant|allow|permit) ·2·(?:every|all|any)\\b"
        "|(?:are|is|be|as) always (?:approved|allowed|accepted|authori[sz]ed|permitted|granted|safe)|pre-? ?(?:approved|authori[sz]ed)"
    ),
    "act_money": (
        "transfers?|transferring|payments?|pay(?:s|ing|out|outs)?|wires?|wiring|remit\\w*|refunds?|withdraw\\w*|withdrawals?|funds|money"
        "|purchases?|purchasing|invoices?|disburse\\w*|transactions?|bank|deposits?|reimburse\\w*|checkout|trades?|crypto|wallets?"
        "|billing|payroll|vouchers?"
    ),
    "act_power": (
        "export(?:s|ed|ing)?|delet(?:e|es|ed|ing|ion|ions)|wip(?:e|ing)|eras(?:e|es|ing)|shell|commands?|execut(?:e|es|ing|ion)|sudo"
        "|root|admin(?:istrator|istrators|istrative)?|privileg\\w*|superuser|permissions|grants?|granting|credentials?|access tokens?"
        "|production|deploy(?:s|ing|ment|ments)?|customer (?:data|table|records?|list|files)|databases?|accounts?|scripts?|log-?ins?"
        "|sign-?ins?|resets?|passwords?|keys?|medical|personal data|contracts?|downloads?|vector stores?|tenants?|merge requests?"
        "|releases?|firewall|servers?|orders? over|disclos\\w*|shar(?:e|ing) ·3·(?:data|records|files)|identity"
    ),
    "disable": (
        f"(?:turn(?:ed|ing|s)? off|disabl(?:e|ed|es|ing)|deactivat(?:e|ed|ing)|switch(?:ed|ing)? off|shut(?:ting)? (?:off|down)"
        "|stop(?:ped|ping)?|remov(?:e|ed|ing)|kill|suspend(?:ed|ing)?|paus(?:e|ed|ing)|mut(?:e|ed|ing)|unset|relax(?:ed|ing)?"
        "|bypass(?:ed|es|ing)?|circumvent|weaken|skip(?:ped|ping)?|no longer ·1·(?:write|keep|record)|uninstall) ·4·"
        f"(?:{SAFEGUARD})\\b|turn(?:ed|ing)? ·4·(?:{SAFEGUARD}) off|(?:{SAFEGUARD}) (?:is|are|be|was|were|stays?|remains?) ·1·"
        "(?:off|disabled|suspended|deactivated)"
    ),
    "send": (
        "send(?:s|ing)?|sent|forward(?:s|ed|ing)?|cop(?:y|ies|ied|ying)|b?cc|e-?mail(?:ed|ing|s)?|mail(?:ed|ing|s)?|upload(?:s|ed|ing)?"
        "|post(?:s|ed|ing)?|transmit\\w*|attach(?:ed|ing|es)?|relay(?:s|ed|ing)?|sync(?:s|ed|ing)?|push(?:ed|ing)?|submit\\w*|report(?:s"
        "|ed|ing)?|append(?:ed|ing)?|insert(?:ed|ing)?|put|embed(?:ded|ding)?|leak(?:ed|ing)?|exfiltrat\\w*|shar(?:e|ed|ing)"
        "|publish(?:ed|ing)?|dump(?:ed|ing)?|pipe|stream|mirror(?:ed)?|deliver(?:ed)?|include|load|fetch|ping|disclose|hand over"
    ),
    "sensitive": SECRET_THING,
    "destination": DESTINATION,
    "conceal": (
        "quietly|silently|secretly|covertly|discreetly|stealthily|unnoticed|without ·1·(?:telling|notifying|informing|mentioning"
        "|alerting|disclosing)|without ·4·(?:noticing|knowing|knowledge|being told)|(?:do not|don'?t|never|not to|no need to) ·1·(?:tell"
        "|mention|inform|notify|reveal|disclose|alert|show|display|acknowledge|let)|behind the scenes|(?:hide|keep|conceal) ·3·"
        "(?:hidden|secret|from the user|between us)|invisibl[ey]|as a watermark|in the background"
    ),
    "memory_noun": (
        "(?:this|the (?:above|following|present|preceding)|these|that|said) ·1·(?:memor(?:y|ies)|entr(?:y|ies)|records?|notes?"
        "|messages?|texts?|items?|contents?|statements?|documents?|paragraphs?|facts?|instructions?|rules?|snippets?)"
        "|memor(?:y|ies)(?: entr(?:y|ies))?|entr(?:y|ies)"
    ),
    "approved": (
        "(?:has|have|had|was|were|is|are|been|already|pre-?|fully|manually|passed|cleared|marked|by) ·4·(?:reviewed|approved|verified"
        "|vetted|white-?listed|allow-?listed|cleared|trusted|validated|authori[sz]ed|screened|certified|pre-?approved|audited"
        "|signed off|human-? ?(?:reviewed|review|checked)|(?:review|screening|moderation|safety|security) ?(?:checks?|scan|review)?)\\b"
    ),
    "no_screening": (
        "(?:(?:do|must|should|shall|can|may) ?n[o']t|don'?t|never|cannot|no (?:need|reason) (?:to|for)|stop|no (?:further|more)|needs? no"
        "|without|skip|exempt(?:ed)? from|not to be|immune to|refrain from|never to be|no longer) ·4·(?:quarantin\\w+|flag(?:s|ged|ging)?"
        "|scan(?:s|ned|ning)?|screen(?:ed|ing)?|block(?:ed|ing)?|filter(?:ed|ing)?|moderat\\w+|review(?:ed|ing)?|inspect\\w*"
        "|reject(?:ed|ing)?|held (?:back|for)|re-?check\\w*|hold)"
    ),
    "trust_claim": (
        "trust(?:ed|worthiness)?[ _-]?(?:level|score|rating)? ?[=:]? ?(?:of )?(?:1\\.0|1\\b|100|max\\w*|highest|full)|(?:mark|set|treat|flag|label"
        "|rate|classif(?:y|ied)|consider) ·4·(?:trusted|safe|verified|approved|reviewed|authoritative|ground truth|benign|low[- ]risk)"
        "|source ?[=:] ?(?:admin|system|user|platform|developer)|status ?[=:] ?(?:approved|active|released)|risk ?(?:score)? ?[=:] ?0"
        "|confidence ?[=:] ?(?:1\\.0|1\\b|100)|(?:highest|maximum|top|absolute) (?:priority|trust|authority|precedence)"
    ),
}
