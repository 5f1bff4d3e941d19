"""English wording of the concepts that directive rules combine, for folded text (``views.folded``).

``·n·`` stands for up to n words, each with the space behind it; a match never leaves its sentence.
"""

CONTROL = (
    "confirm(?:ation|ations|ed|ing)?|approv(?:al|als|ed|e|ing)|authori[sz](?:ation|ing|ed)"
    "|authenticat(?:ion|ing|ed|e)|verif(?:ication|ications|ied|y|ying)|checks?|checking|review(?:s|ed"
    "|er|ers|ing)?|permissions?|consent|sign-?offs?|scan(?:s|ned|ning)?|validation|validating"
    "|passwords?|passcode|2fa|mfa|otp|two-? ?factor|second factor|double-? ?check(?:ing)?|asking|ask"
    "|audits?|vetting|sandbox(?:ing)?|safeguards?|prompting|prompts?|warnings?|supervision|oversight"
    "|screening|moderation|human in the loop|second (?:look|opinion|person)|countersign\\w*"
    "|dual control|four[- ]eyes(?: \\w{1,10})?|security (?:questions?|codes?|gates?)|inspection"
    "|questions? asked|paperwork|signatures?|sign(?:ed|s|ing)? (?:it |them |this )?off|co-?sign\\w*"
    "|dialogs?|dialogues? box|pop-?ups?|questions?|whether (?:i am|i'm|we are) sure|are you sure"
    "|(?:verification|sms|access) codes?|counter-?check\\w*|clearance|hurdles?|formalit(?:y|ies)"
    "|identification|okay|ok|nod|blessing|go-ahead|say-so|second opinion"
)

ENGLISH: dict[str, str] = {
    "standing": (
        "from (?:now|here|today|tomorrow|this (?:point|moment|day|session|message|month"
        "|week))(?: on(?:wards?)?)?|starting (?:now|today|immediately)|as of (?:now|today)|henceforth"
        "|hereafter|going forward|moving forward|in (?:the )?future|always|never|(?:every|each"
        "|any) ?time|whenever|wherever|at all times|permanent(?:ly)?|forever|for (?:good|ever|life)"
        "|indefinitely|by default|default|until further notice|no matter (?:what|who|how|which)"
        "|regardless|without exception|unconditional(?:ly)?|(?:after|before|in|on|to|into|with|for"
        "|of) (?:each|every|all|any)|(?:all|every|each|any|the) (?:future|later|subsequent|upcoming"
        "|following|next)|(?:future|later|subsequent|upcoming|coming) (?:sessions?|conversations?"
        "|chats?|requests?|repl(?:y|ies)|answers?|turns?|tasks?|messages?|discussions?|responses?)"
        "|standing \\w{1,12}|as a rule|invariably|any longer|no longer|automatically|every (?:reply"
        "|answer|response|session|conversation|message|day|turn|summary|email|document|file|export)"
        "|anything|anyone|everyone|everybody|all (?:requests?|users?|transfers?|payments?|exports?"
        "|commands?)|once and for all|for all (?:time|sessions)|next time|the moment|as soon as"
        "|silently|anymore|any more|set in stone|every (?:day|evening|night|morning|week|link|time|case"
        "|file|post|meeting|new)|in (?:all|any) (?:circumstances|cases?|event)|throughout|(?:before"
        "|after|when|while|whenever|on) (?:replying|answering|responding|summari[sz]ing|reading"
        "|generating|tidying|writing|processing|handling|drafting|planning|searching|deciding|looking)"
        "|at the (?:end|start|top|bottom) of (?:your|the|each|every|all)|continually|constantly"
        "|keep it that way"
    ),
    "memorise": (
        "remember\\w*|memori[sz]e\\w*|store (?:this|that|as|permanently|the)|(?:please )?store that"
        "|set permanently|reminder to self|keep in mind|bear in mind|note(?: that| to self| for)?\\b"
        "|record that|for the record|(?:store|save|add|write|commit|put|log|file) ·3·(?:memory|memories"
        "|profile|notes?|context|knowledge)|memo\\b|reminder:?|correction|update:|lesson|learned"
        "|knowledge update|bulletin|announcement|policy update|be aware|fyi|important:?"
    ),
    "waive": (
        f"(?:no (?:further|more|additional|extra|prior|second|manual|human|need)? ?|no-?(?:one"
        f"|body) (?:has|needs|have|is) to|nobody (?:has|needs) to|nothing|without (?:any |further "
        f"|prior |a )?|skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|omit(?:s|ted|ting)?|waiv(?:e|es|ed|ing)"
        f"|exempt(?:ed|s)?|exempt from|need not|(?:do|does|must|should|shall) ?n[o']?t (?:need|require"
        f"|ask|wait|bother|demand|request|pause|stop|insist)|needs? (?:no|not)|(?:no longer"
        f"|not) (?:needs?|requires?|required|asks?|needed|necessary|subject)|never (?:asks?|requires?"
        f"|verif(?:y|ies)|confirms?|waits?(?: for)?|requests?|checks?|demands?|questions?|calls? for)"
        f"|(?:not|n't) calls? for|(?:not|n't) waits?(?: for)?|leav(?:e|ing) out|avoid(?:ing)?"
        f"|stop (?:asking|requiring|verifying|checking|requesting|waiting|doing)|free (?:of|from)"
        f"|circumvent(?:ing)?|get(?:ting)? around|forgo|dispense with|unattended|don'?t (?:need|require"
        f"|ask|wait|bother)|drop|cut out|instead of (?:asking|waiting))\\b ?·4·(?:{CONTROL})\\b"
    ),
    "waived": (
        f"(?:{CONTROL}) ·4·(?:(?:is|are|was|were|be|been|becomes?|now) ·2·(?:not (?:needed|required"
        f"|necessary)|unnecessary|waived|optional|skipped|off|disabled|void|superfluous|obsolete|lifted"
        f"|removed|suspended|redundant|abolished|unneeded|dropped|cancel\\w+|gone|over|switched|turned"
        f"|history|formality|noise|pointless|ignored|bypassed|waived)|as (?:noise|a formality|optional"
        f"|given|granted)|off for|no longer ·1·(?:needed|required|necessary|appl(?:y|ies)|asked)|(?:can"
        f"|may|should|must) be ·1·(?:skipped|waived|bypassed|omitted|ignored|dropped))"
    ),
    "unattended": (
        "(?:answer|say|reply|click|choose|press|respond) ·2·(?:yes|ok|okay|accept|agree|allow) ·3·(?:to"
        "|on|in|at|when|for)|run unattended|auto-? ?(?:approve|confirm|accept|execute|run|pay)\\w*"
        "|(?:automatically|immediately|directly|straight away|instantly) ·2·(?:approve|accept|execute"
        "|run|pay|transfer|confirm|grant|release|delete|export)|(?:execute|run|carry out"
        "|process) ·3·(?:immediately|unconditionally|silently|without)|(?:approve|accept|grant|allow"
        "|permit) ·2·(?:every|all|any)\\b|(?:are|is|be|as) always (?:approved|allowed|accepted"
        "|authori[sz]ed|permitted|granted|safe)|pre-? ?(?:approved|authori[sz]ed)"
    ),
    "act_money": (
        "transfers?|transferring|payments?|pay(?:s|ing|out|outs)?|wires?|wiring|remit\\w*|refunds?"
        "|withdraw\\w*|withdrawals?|funds|money|purchases?|purchasing|invoices?|disburse\\w*"
        "|transactions?|bank|deposits?|reimburse\\w*|checkout|trades?|crypto|wallets?|billing|payroll"
        "|vouchers?"
    ),
    "act_power": (
        "export(?:s|ed|ing)?|delet(?:e|es|ed|ing|ion|ions)|wip(?:e|ing)|eras(?:e|es|ing)|shell"
        "|commands?|execut(?:e|es|ing|ion)|sudo|root|admin(?:istrator|istrators|istrative)?"
        "|privileg\\w*|superuser|permissions|grants?|granting|credentials?|access tokens?|production"
        "|deploy(?:s|ing|ment|ments)?|customer (?:data|table|records?|list|files)|databases?|accounts?"
        "|scripts?|log-?ins?|sign-?ins?|resets?|passwords?|keys?|medical|personal data|contracts?"
        "|downloads?|vector stores?|tenants?|merge requests?|releases?|firewall|servers?|orders? over"
        "|disclos\\w*|shar(?:e|ing) ·3·(?:data|records|files)|identity"
    ),
}
