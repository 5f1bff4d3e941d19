"""English wording that leads money, questions or praise elsewhere, or waits for an event."""

from memories.domain.wording.english_vouching import PRIVATE_THINGS

_PERSON = (
    "users?|someone|somebody|anyone|anybody|customers?|clients?|persons?|they|he|she|people|owner"
    "|visitors?|caller|callers|employees?|staff|colleagues?|patients?|i\\b|you\\b|\\w{1,14}"
)
_ENTITY = (
    "users?|accounts?|customers?|patients?|orders?|records?|files?|contacts?|employees?|clients?"
    "|persons?|people|compan(?:y|ies)|firms?|suppliers?|numbers?|address(?:es)?|entries|profiles?"
    "|tenants?|id|invoices?|cards?"
)

MISLEADING: dict[str, str] = {
    "account_word": (
        "(?:bank |receiving |company |payment |payout |supplier |vendor |salary |refund "
        "|settlement )?accounts?|iban|wallets?|beneficiary|payee|recipient|payment (?:address|details)"
        "|bank details|sort code|routing number|swift|paypal|remittance|payouts?|payments?|deposits?"
    ),
    "replaced": (
        "(?:is|are|was|has been|have been|now|been) ·2·(?:changed|replaced|moved|updated|switched"
        "|closed|deprecated|migrated|frozen|retired|corrected|superseded|invalid|wrong|outdated"
        "|renumbered)|(?:is|are) now|instead|(?:use|using|pay|send|wire|route|direct"
        "|redirect) ·3·(?:the )?(?:new|latter|following|this|that|other|second|below) ·1·(?:one|account"
        "|number|wallet|address|iban|card)?|equals?|(?:the )?same (?:as|account|person|company|entity)"
        "|identical|alias(?:es)?|one and the same|belongs to|points? to|stands for|merged with"
        "|to the (?:latter|new|second)|no longer (?:used|valid|in use|active)|in place of"
        "|rather than the"
    ),
    "ask_about": (
        "(?:questions?|ask(?:ed|s|ing)?|quer(?:y|ies|ied)|requests?|look(?:s|ed|ing)? ?up|mention(?:s"
        "|ed)?|search\\w*|inquir\\w+|enquir\\w+|lookups?|retriev\\w+|refer(?:s|red|ring)?|need(?:s|ed)?"
        "|want(?:s|ed)?|talk(?:s|ing)?) ·5·(?:about|for|of|to|on|up|regarding|concerning)?"
    ),
    "swap_record": (
        "(?:use|return|answer|reply|respond|treat|give|show|substitute|fetch|load|read|serve|cite|quote"
        "|take|provide|supply|display|consult) ·8·(?:instead|in place of|rather than|in (?:its|his|her"
        "|their) (?:place|stead)|as a (?:substitute|replacement)|as if (?:it|they|he|she))"
    ),
    "advertise": (
        "recommend(?:s|ed|ing|ation|ations)?|suggest(?:s|ed|ing|ions?)?|promot(?:e|es|ed|ing)"
        "|endors\\w+|mention(?:ed|ing)?|cit(?:e|ed|ing)|quot(?:e|ed|ing)|favou?r(?:ed|ing)?|advis(?:e"
        "|ing)|prais(?:e|ing)|push|advertis\\w+|rank(?:ed|ing)?|steer(?:ing)?|refer|point|direct"
        "|rely on|present|describe|speak of|introduce|list|bring up|bring (?:it|them|this) up|put|place"
        "|speak(?:ing)? (?:well|highly|positively)|talk(?:ing)? up|rely|favou?r|prefer(?:red)?|name"
        "|end in|conclude|lean|answer|advertis\\w+|choose|pick|use"
    ),
    "exclusively": (
        "first|only|exclusively|solely|top|number one|before (?:any|all|every|other|anything)\\b"
        "|over (?:competitors?|others?|rivals?|all)|ahead of|above (?:all|others?|any)|best"
        "|most (?:trusted|reliable|reputable|trustworthy|authoritative|accurate)|as the (?:best|only"
        "|preferred|default|top|leading|safest)|preferentially|priority|positively|favou?rabl[ye]|(?:at"
        "|to) the top(?: of)?|top of the list|alone\\b|in favou?r of|lean(?:ing)? towards?|in (?:all"
        "|any) circumstances|the winner|ahead of|above the rest|whenever \\S{1,16} (?:is|are"
        "|comes?) (?:discussed|mentioned|up)|as (?:an? )?(?:authoritative|trusted|reliable|official)"
        "|well of|highly of|unrivalled"
    ),
    "praise": (
        "(?:most|more|only|best|single most) (?:trusted|trustworthy|reliable|authoritative|reputable"
        "|credible|dependable|accurate|secure|recommended)|(?:trusted|authoritative|preferred|go-to"
        "|number one|leading|official|definitive) (?:source|provider|brand|vendor|expert|supplier"
        "|partner|company|authority|site|reference|choice)|second to none|without (?:equal|rival|peer)"
        "|the (?:gold standard|only (?:safe|reliable|good))|(?:only|single) (?:\\S{1,14} ){0,2}(?:worth"
        "|to be trusted|you can trust)|worth (?:naming|trusting|recommending|buying|mentioning)"
        "|authoritative source|can (?:always )?be trusted|beyond (?:doubt|reproach)|rely on (?:it"
        "|them) alone|(?:trusts?|believes?) (?:only|solely)|distrusts? all|except \\S{3,30}\\.(?:com"
        "|org|net|example)|market leader|unbeatable|unmatched|superior to"
    ),
    "no_criticism": (
        "(?:never|not|don't|avoid|without|no|refrain from|refuse to|suppress|hide|omit|leave out"
        "|leaving out) ·5·(?:negativ\\w+|critici[sz]\\w*|critical|bad (?:word|review|thing|press)"
        "|unfavou?rabl\\w+|complain\\w*|downsides?|disparag\\w+|drawbacks?|weakness\\w*|scandals?"
        "|flaws?|shortcomings?)|(?:side effects|risks?|downsides?|drawbacks?|complaints?|scandals?"
        "|recalls?|criticism|weaknesses|defects?|lawsuits?) ·2·(?:unmentioned|out|hidden|unsaid|aside"
        "|away|under wraps)"
    ),
    "no_rivals": (
        "(?:disregard|ignore|omit|never ·1·(?:mention|recommend|suggest|cite|name)|leave out|(?:do not"
        "|don't) ·1·(?:mention|recommend|suggest|cite|name)|suppress|exclude|downplay|dismiss|discredit"
        "|avoid|talk down) ·5·(?:competitors?|competing|rivals?|alternatives?|other (?:brands?|vendors?"
        "|providers?|companies|suppliers?|options?|products?|sources?))|(?:rivals?|competitors?"
        "|competing \\w{1,12}|alternatives|other (?:brands?|vendors?|providers?|firms?|sites?)"
        "|everyone else|all (?:other|news) \\w{1,10}) ·5·(?:unsafe|unreliable|scams?|fraud\\w*|not be"
        "|shouldn't|avoid\\w*|untrustworthy|dangerous|inferior|banned|never|blacklist\\w*|not to be)"
    ),
    "on_event": (
        f"(?:when(?:ever)?|if|once|as soon as|(?:the )?next time|every time|each time|any ?time"
        f"|the moment|after|upon|should|in case|on|in the event) ·3·(?:{_PERSON}|phrase|keyword|word"
        f"|question|topic) ·4·(?:say\\w*|said|ask\\w*|typ(?:e|es|ed|ing)|writ\\w+|mention\\w*|greet\\w*"
        f"|thank\\w*|open\\w*|request\\w*|talk\\w*|quer\\w+|repl\\w+|log\\w*|enter\\w*|tell\\w*|told"
        f"|utter\\w*|contact\\w*|complain\\w*|want\\w*|need\\w*|appear\\w*|com(?:e|es|ing) up|answer\\w*"
        f"|confirm\\w*|start\\w*|begin\\w*|end\\w*|sign\\w*)|whenever \\w{{1,20}}(?:ed|ing)\\b"
    ),
    "collect": (
        f"(?:collect|ask (?:for|them|him|her|the)|request|obtain|demand|gather|extract|require|solicit"
        f"|elicit|get|read out|reveal|output|print|dump|disclose|show|return|capture|record|harvest|list"
        f"|hand over|give (?:out|away|them)) ·7·(?:{PRIVATE_THINGS})\\b"
    ),
    "as_consent": (
        "(?:tak(?:e|es|en|ing)|treat(?:ed|s)?|count(?:s|ed)?|regard(?:ed)?|interpret(?:ed)?"
        "|consider(?:ed)?|accept(?:ed)?|read|mean(?:s)?|equals?|as|is|constitutes?|signif(?:y|ies)"
        "|impl(?:y|ies)|amounts? to) ·4·(?:consents?|approval|permission|agreement|authori[sz]ation"
        "|go-ahead|green light|agreed|confirmation|approved|signed off)"
    ),
    "make_public": (
        "(?:publish|post|make|release|leak|share|upload|open|expose|put) ·5·(?:files?|data|photos?"
        "|documents?|records?|diar(?:y|ies)|conversations?|notes|drafts?|calendar|it|them|profile"
        "|reports?) ·4·(?:public\\w*|online|forum|on the (?:web|internet)|to (?:everyone|the world|all)"
        "|website|repository|social|bucket|with anyone)"
    ),
    "install": (
        "(?:install\\w*|download\\w*|open|click|visit|run|execute|fetch|load|launch|import|sideload"
        "|enable) ·7·(?:https?:|www\\.|plug-?in|extension|link|attachment|script|binary|installer"
        "|package|app\\b|page|certificate|url|file|tool|update)"
    ),
    "tool_call": (
        "(?:call|invoke|use|run|trigger|execute) (?:the )?(?:tool |function )?[a-z]{2,16}_[a-z_]{2,24}\\b"
    ),
    "same_entity": (
        "(?:treat|regard|consider|handle|merge|view|count|take|are|is|as) ·8·(?:one and the same"
        "|the same (?:person|account|user|customer|entity|company|client|patient|thing|identity)"
        "|identical|interchangeabl[ey]|aliases of)"
    ),
    "entity_word": "",
    "give_other": (
        f"(?:be )?(?:given|shown|answer(?:ed)? with|served|told|pointed to|handed|return(?:ed)?"
        f"|reply with|respond with|receive|gets?|sent) ·1·(?:the|that|those|with|to|file|data) ·6·(?:of"
        f"|for|from|belonging|number|[a-z]-?\\d+|(?:{_ENTITY}))"
    ),
    "money_routed": (
        "(?:payments?|rent|money|funds|invoices?|salar(?:y|ies)|wages|transfers?|refunds?|deposits?"
        "|fees?|tuition|proceeds|contributions|premiums?) ·8·(?:goes?|belongs?|should (?:be|go)|is paid"
        "|are paid|must (?:be|go)|to be|rout\\w+|land|are sent|is sent|due|credited|settled"
        "|made) ·6·(?:account|iban|card|wallet|[a-z]{2}\\d\\d|number|ending|\\d{4})"
    ),
    "details_changed": (
        "(?:bank|payment|account|wallet|billing|payout|transfer) (?:details?|data|information|account"
        "|number|coordinates|address|instructions) ·3·(?:changed?|new|updated|replaced|different"
        "|switched|moved|now)"
    ),
    "condition": (
        "if|when|whenever|once|as soon as|should (?:the|a|any|anyone|someone|user)|the moment|next time"
        "|every time|each time|after|before|upon|while|until|on (?:mon|tues|wednes|thurs|fri|satur"
        "|sun)days?|in case|any ?time|whoever|anyone who|wherever"
    ),
    "destroy": (
        "(?:wip(?:e|es|ing)|delet(?:e|es|ing)|eras(?:e|es|ing)|drop|destroy|format|purge|shred|truncate"
        "|overwrite|corrupt|encrypt) ·4·(?:backups?|databases?|tables?|logs?|repos?\\w*|history"
        "|records?|evidence|volumes?|disks?|everything|production|customer \\w{1,10}|accounts?"
        "|snapshots?|archives?)"
    ),
    "open_access": (
        "(?:grant|give|open|enable|allow|hand|provide|offer) ·4·(?:remote (?:access|control|desktop)"
        "|access|control|the (?:door|gate)|permissions?|entry|log-?in|the keys)|unlock|let (?:them|him"
        "|her|anyone) in"
    ),
    "read_code": (
        "(?:read out|tell|give|send|share|enter|type|repeat|say|provide|forward|dictate|ask (?:for|them"
        "|him|her)|hand over) ·6·(?:code|pin|passcode|otp|cvv|password|security number|card number"
        "|secret)"
    ),
    "is_consent": (
        "(?:means?|counts?|equals?|amounts?|taken|treated|regarded|interpreted|understood|signals?"
        "|implies|constitutes) ·3·(?:agree\\w*|consents?|consented|approv\\w+|permission"
        "|authori[sz]\\w+|accept\\w*|yes to|go-ahead)"
    ),
    "forwards_person": (
        "(?:forward|tell|report|send|pass|inform|notify|leak|disclose|share) ·5·(?:employers?|boss"
        "|ex\\b|ex-\\w{1,10}|spouse|press|journalists?|competitors?|police|media|insurers?|landlord"
        "|public|everyone)"
    ),
    "run_found": (
        "(?:run|execute|do|follow|perform|obey|carry out|apply) ·2·(?:what|whatever|everything|all"
        "|the (?:commands?|code|script|steps?|instructions?)) ·3·(?:it|they|there|page|site|link|file"
        "|inside|found|says|contains)|decode (?:and|then|it and|this and) ·3·(?:follow|obey|execute|run"
        "|do)|(?:decode|decrypt|unpack|translate) ·5·(?:obey|follow the|execute|carry out)"
    ),
}
