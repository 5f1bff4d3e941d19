"""English wording of whole attacks: concepts that already say what the text wants (see ``english``)."""

from memories.domain.wording.english import RULES, SECRET_THING

_DROP = (
    "ignor(?:e|es|ed|ing)|disregard(?:ed|ing)?|forget(?:ting)?|discard(?:ing)?|abandon|overrid(?:e|es|ing)|overrul(?:e|es)"
    "|overwrite|bypass(?:ing)?|overlook|neglect|dismiss|(?:set|put|push|leave) ·1·aside|throw (?:out|away)|unlearn|violate"
    "|(?:do not|don't|never|stop|no longer|cease to|need not) ·1·(?:follow|obey|adhere|apply|respect|heed|observe|comply)\\w*"
    "|pay no attention to|cancel|erase|delete|drop|lift|shed|break free (?:of|from)|leave behind|get rid of|void|revoke|replace|reset"
)
_SCOPE = (
    "all|any|every|previous(?:ly)?|prior|above|earlier|former|your|existing|original|preceding|initial|past|system|developers?(?:'s?)?"
    "|safety|security|old|built-?in|whatever|everything|current|default|content|platform|company|those|these|said|given|foregoing"
)
_LIMITS = (
    "restrictions?|limits?|limitations|constraints|censorship|filters?|rules|content polic(?:y|ies)|ethic\\w{0,4}|moral\\w{0,4}|guidelines"
    "|boundaries|safeguards|guardrails|safety \\w{1,12}|restraints|inhibitions|disclaimers?"
)
_UNBOUND = (
    "uncensored|unrestricted|unfiltered|unlimited|unbound|jail-?broken|jailbreak|amoral|immoral|dan\\b|do anything now|developer mode"
    "|god mode|debug mode|root mode|sudo mode|maintenance mode|admin mode|evil|no-?limits?|unhinged|aim\\b|stan\\b|dude\\b"
)
_PERSON = (
    "users?|someone|somebody|anyone|anybody|customers?|clients?|persons?|they|he|she|people|owner|visitors?|caller|callers|employees?"
    "|staff|colleagues?|patients?|i\\b|you\\b|\\w{1,14}"
)

ATTACKS: dict[str, str] = {
    "override": f"(?:{_DROP}) ·4·(?:{_SCOPE}) ·4·(?:{RULES})\\b",
    "override_context": (
        f"(?:{_DROP}) ·2·(?:everything|all|anything|whatever|what|the|any) ·4·(?:above|before(?:hand)?|previous(?:ly)?|prior"
        "|(?:were|was|been|have been|be) ·1·(?:told|instructed|taught|given|said|assigned|programmed)|preceding|so far|up to now|earlier)\\b"
    ),
    "override_weak": f"(?:{_DROP}) ·3·(?:{RULES})\\b",
    "rules_void": (
        f"(?:{_SCOPE}) ·3·(?:{RULES}) ·4·(?:void|invalid|cancell?ed|revoked|obsolete|lifted|superseded|no longer (?:appl\\w+|valid|in"
        "|binding|count|hold)|null|suspended|expired|overridden|withdrawn|replaced by|not apply|deprecated|ceased?|do not (?:apply|count))"
    ),
    "only_this": (
        "(?:only|solely|exclusively|nothing but|just) ·6·(?:this|these|following|below|my|mine|me)\\b|(?:obey|follow|listen to|comply with)"
        " ·2·(?:only|nothing but|just|me alone)|(?:steps|instructions?|orders?|demands?|commands?|rules?) ·2·(?:below|instead|in this"
        " memory|herein|that follow)|(?:carry out|execute|perform|do|follow|obey) ·3·(?:below|following|instead)"
    ),
    "unbound_role": (
        f"(?:you|you're|you are|become|becomes|act|acting|acts|behave|pretend|play|simulate|respond|reply|enter|switch|activate|enable|role"
        f"|assistant|model|ai|bot|chatbot|persona|character|named|called|mode) ·8·(?:{_UNBOUND})"
    ),
    "no_limits": (
        f"(?:no|without|free (?:of|from)|not (?:be )?(?:bound|limited|restricted|constrained|subject|governed) (?:by|to)|exempt from|outside|beyond"
        f"|lacks?|unbound by|ignore|regardless of|not follow|devoid of|does not have|never (?:follows?|uses?)) ·4·(?:{_LIMITS})"
    ),
    "answer_all": (
        "(?:answer|answers|comply|obey|fulfil\\w*|accept|respond|reply|do) ·2·(?:any|every|all|anything|everything|whatever|each)"
        " ·3·(?:questions?|requests?|orders?|commands?|demands?|prompts?|asked|told|say|ask|in full|without|instruction\\w*)"
        "|(?:never|not|cannot|can't|won't|don't) ·2·(?:refuse|decline|say no|reject|refusal)\\b|must comply|anything (?:i|we) (?:say|ask)"
    ),
    "assistant_word": "you|your|you're|yourself|assistant|model|ai|chatbot|bot|gpt|chatgpt|llm|agent|answers?|repl(?:y|ies)|helper|responses?",
    "claims_office": (
        "(?:i am|i'm|this is|we are|speaking as|on behalf of|message from|notice from|written by|signed by|issued by|approved by|sent by"
        "|as|per|from|by order of|acting as) ·3·(?:admin(?:istrator)?s?|root|operators?|developers?|engineering|openai|anthropic|security"
        "|ceo|cfo|cto|it (?:department|support|desk|team)|helpdesk|support team|platform|owner|compliance|superuser|ops|operations|moderator"
        "|vendor|management|system|headquarters|legal|auditor|manager|director|maintainer|staff)|authori[sz]ation code|clearance"
        "|(?:automated|system|official|platform|security) (?:bulletin|notice|announcement|message|update|alert|memo)"
    ),
    "gains_power": (
        "(?:raise|rais|elevat|promot|upgrad|grant|giv|assign|add|mak|escalat|chang|set|switch|mov|ha)(?:e|es|ed|ing|s|ve|d)? ·6·(?:admin(?:istrator)?s?"
        "|superuser|root|privileg\\w+|full access|permissions?|auditor|sudo|all rights|unrestricted|unlimited|owner rights|master|write access"
        "|read access|access to (?:all|every|any)|god mode|clearance)|allow(?:s|ed)? ·2·(?:to|reading|read|access\\w*) ·3·(?:every|all|any|other)"
        "|(?:reading|accessing|access to) ·3·(?:every|all|other) ·4·(?:is|are) ·1·(?:allowed|permitted|granted|authori[sz]ed|fine|ok)"
    ),
    "self_declared": (
        "(?:anyone|whoever|any(?:one|body)?|users?|people|callers?|somebody|someone|persons?|those|everyone) ·5·(?:call\\w*|claim\\w*|say\\w*"
        "|identif\\w+|introduc\\w+|announc\\w+|giv\\w+|provid\\w+|quot\\w+|mention\\w*|present\\w*|writ\\w+|nam\\w+) ·9·(?:authenticated|verified"
        "|trusted|authori[sz]ed|admin\\w*|allowed|believed|treated|legitimate|cleared|approved|granted|access|permission)"
    ),
    "account_word": (
        "(?:bank |receiving |company |payment |payout |supplier |vendor |salary |refund |settlement )?accounts?|iban|wallets?|beneficiary|payee"
        "|recipient|payment (?:address|details)|bank details|sort code|routing number|swift|paypal|remittance|payouts?|payments?|deposits?"
    ),
    "replaced": (
        "(?:is|are|was|has been|have been|now|been) ·2·(?:changed|replaced|moved|updated|switched|closed|deprecated|migrated|frozen|retired"
        "|corrected|superseded|invalid|wrong|outdated|renumbered)|(?:is|are) now|instead|(?:use|using|pay|send|wire|route|direct|redirect)"
        " ·3·(?:the )?(?:new|latter|following|this|that|other|second|below) ·1·(?:one|account|number|wallet|address|iban|card)?|equals?"
        "|(?:the )?same (?:as|account|person|company|entity)|identical|alias(?:es)?|one and the same|belongs to|points? to|stands for|merged with"
        "|to the (?:latter|new|second)|no longer (?:used|valid|in use|active)|in place of|rather than the"
    ),
    "ask_about": (
        "(?:questions?|ask(?:ed|s|ing)?|quer(?:y|ies|ied)|requests?|look(?:s|ed|ing)? ?up|mention(?:s|ed)?|search\\w*|inquir\\w+|enquir\\w+|lookups?"
        "|retriev\\w+|refer(?:s|red|ring)?|need(?:s|ed)?|want(?:s|ed)?|talk(?:s|ing)?) ·5·(?:about|for|of|to|on|up|regarding|concerning)?"
    ),
    "swap_record": (
        "(?:use|return|answer|reply|respond|treat|give|show|substitute|fetch|load|read|serve|cite|quote|take|provide|supply|display|consult)"
        " ·8·(?:instead|in place of|rather than|in (?:its|his|her|their) (?:place|stead)|as a (?:substitute|replacement)|as if (?:it|they|he|she))"
    ),
    "advertise": (
        "recommend(?:s|ed|ing|ation|ations)?|suggest(?:s|ed|ing|ions?)?|promot(?:e|es|ed|ing)|endors\\w+|mention(?:ed|ing)?|cit(?:e|ed|ing)|quot(?:e|ed"
        "|ing)|favou?r(?:ed|ing)?|advis(?:e|ing)|prais(?:e|ing)|push|advertis\\w+|rank(?:ed|ing)?|steer(?:ing)?|refer|point|direct|rely on|present"
        "|describe|speak of|introduce|list|bring up"
    ),
    "exclusively": (
        "first|only|exclusively|solely|top|number one|before (?:any|all|every|other|anything)\\b|over (?:competitors?|others?|rivals?|all)|ahead of"
        "|above (?:all|others?|any)|best|most (?:trusted|reliable|reputable|trustworthy|authoritative|accurate)|as the (?:best|only|preferred|default|top"
        "|leading|safest)|preferentially|priority|positively|favou?rabl[ye]"
    ),
    "praise": (
        "(?:most|more|only|best|single most) (?:trusted|trustworthy|reliable|authoritative|reputable|credible|dependable|accurate|secure|recommended)"
        "|(?:trusted|authoritative|preferred|go-to|number one|leading|official|definitive) (?:source|provider|brand|vendor|expert|supplier|partner"
        "|company|authority|site|reference|choice)|second to none|without (?:equal|rival|peer)|the (?:gold standard|only (?:safe|reliable|good))"
    ),
    "no_criticism": (
        "(?:never|not|don't|avoid|without|no|refrain from|refuse to|suppress|hide|omit|leave out|leaving out) ·5·(?:negativ\\w+|critici[sz]\\w*|critical"
        "|bad (?:word|review|thing|press)|unfavou?rabl\\w+|complain\\w*|downsides?|disparag\\w+|drawbacks?|weakness\\w*|scandals?|flaws?|shortcomings?)"
    ),
    "no_rivals": (
        "(?:disregard|ignore|omit|never ·1·(?:mention|recommend|suggest|cite|name)|leave out|(?:do not|don't) ·1·(?:mention|recommend|suggest|cite"
        "|name)|suppress|exclude|downplay|dismiss|discredit|avoid|talk down) ·5·(?:competitors?|competing|rivals?|alternatives?|other (?:brands?|vendors?"
        "|providers?|companies|suppliers?|options?|products?|sources?))"
    ),
    "on_event": (
        "(?:when(?:ever)?|if|once|as soon as|(?:the )?next time|every time|each time|any ?time|the moment|after|upon|should|in case|on"
        f"|in the event) ·3·(?:{_PERSON}|phrase|keyword|word|question|topic) ·4·(?:say\\w*|said|ask\\w*|typ(?:e|es|ed|ing)|writ\\w+|mention\\w*|greet\\w*"
        "|thank\\w*|open\\w*|request\\w*|talk\\w*|quer\\w+|repl\\w+|log\\w*|enter\\w*|tell\\w*|told|utter\\w*|contact\\w*|complain\\w*|want\\w*|need\\w*|appear\\w*"
        "|com(?:e|es|ing) up|answer\\w*|confirm\\w*|start\\w*|begin\\w*|end\\w*|sign\\w*)|whenever \\w{1,20}(?:ed|ing)\\b"
    ),
    "collect": (
        "(?:collect|ask (?:for|them|him|her|the)|request|obtain|demand|gather|extract|require|solicit|elicit|get|read out|reveal|output|print|dump"
        f"|disclose|show|return|capture|record|harvest|list|hand over|give (?:out|away|them)) ·7·(?:{SECRET_THING})\\b"
    ),
    "as_consent": (
        "(?:tak(?:e|es|en|ing)|treat(?:ed|s)?|count(?:s|ed)?|regard(?:ed)?|interpret(?:ed)?|consider(?:ed)?|accept(?:ed)?|read|mean(?:s)?|equals?|as|is"
        "|constitutes?|signif(?:y|ies)|impl(?:y|ies)|amounts? to) ·4·(?:consents?|approval|permission|agreement|authori[sz]ation|go-ahead"
        "|green light|agreed|confirmation|approved|signed off)"
    ),
    "make_public": (
        "(?:publish|post|make|release|leak|share|upload|open|expose|put) ·5·(?:files?|data|photos?|documents?|records?|diar(?:y|ies)|conversations?"
        "|notes|drafts?|calendar|it|them|profile|reports?) ·4·(?:public\\w*|online|forum|on the (?:web|internet)|to (?:everyone|the world|all)|website"
        "|repository|social|bucket|with anyone)"
    ),
    "install": (
        "(?:install\\w*|download\\w*|open|click|visit|run|execute|fetch|load|launch|import|sideload|enable) ·7·(?:https?:|www\\.|plug-?in|extension|link|attachment"
        "|script|binary|installer|package|app\\b|page|certificate|url|file|tool|update)"
    ),
    "undeletable": (
        "(?:memor(?:y|ies)|entr(?:y|ies)|records?|notes?|rules?|instructions?|paragraphs?|texts?|messages?|it|this) ·1·(?:may|must|can|should|shall|will"
        "|is|are|cannot|can't)?·1·(?:never|not|no|immune|n't|cannot|exempt|protected)? ·6·(?:never|not|be|to|from) ·3·(?:delet\\w+|decay\\w*|expir\\w+|merg\\w+"
        "|forgotten|forgetting|remov\\w+|eras\\w+|edit\\w+|overwritten|changed|alter\\w*|archiv\\w+|purg\\w+|pruned|wiped|evict\\w+|supersed\\w+)"
    ),
    "despite_forget": (
        "(?:even (?:if|when|after|though)|despite|regardless|when(?:ever)?|if|after|on|ignore|against) ·5·(?:forget\\w*|forgotten|delet\\w+|eras\\w+|remov\\w+"
        "|wipe\\w*|purge\\w*)"
    ),
    "keep_copy": (
        "(?:keep|retain|preserve|save|store|stash|hold on to|move|copy|back ?up|restore|re-?create|re-?write|archive|hide|write|put|persist|re-?add)"
        " ·5·(?:copy|copies|content|contents|it|them|this|data|backup|back|everything|memory|memories|information|elsewhere|again|entry|record)"
    ),
    "pretend": "pretend|just (?:agree|say|reply)|only (?:say|claim)|claim|verbally|in words only|(?:say|tell|assure) ·4·(?:done|deleted|gone|erased)|merely|pay lip",
    "self_copy": (
        "(?:copy|repeat|include|carry|reproduce|insert|append|paste|propagate|re-?store|rewrite|embed|add|quote|restate|replicate|transfer|preserve|keep|write)"
        " ·3·(?:this|these|the (?:above|present|following)|it|itself) ·9·(?:every|each|all|any|future|next|later|new) ·3·(?:summar\\w+|sessions?|memor\\w+"
        "|repl\\w+|answers?|conversations?|notes?|files?|messages?|contexts?|outputs?|profiles?|compaction)"
    ),
    "stop_logging": (
        "(?:stop|no longer|without|don't|do not|skip|not|cease|disable|turn off|pause|avoid|never|suspend) ·3·(?:log(?:s|ging|ged)?|audit(?:ing|ed|s)?"
        "|recording|journal\\w*|trac(?:e|es|ing))\\b|leave no (?:trace|record|log)|(?:delete|erase|wipe|purge|clear|clean) ·4·(?:logs?|audit|traces?|history)"
    ),
    "lesson": (
        "lessons?|experience|retrospective|post-?mortem|past (?:task|run|project|work)|worked (?:fine|well|last|great|before|perfectly)|validated"
        "|(?:proven|verified|tested|approved|standard|best|good|recommended|established) (?:procedure|workflow|practice|approach|pattern|method|recipe|fix|step)"
        "|successful(?:ly)?|success|no (?:issues?|problems?|objections?|complaints?|side effects?|harm)|went (?:fine|well|live|smoothly)|passes|passed|saves?|saved"
        "|faster|quick(?:er|est)|takeaway|playbook|runbook|insight|tip|summary|keep doing|last (?:time|release)|always works|previous(?:ly)?|history|reusable"
    ),
    "unsafe_practice": (
        "(?:skip(?:s|ped|ping)?|leav(?:e|ing) out|bypass(?:ed|ing)?|omit(?:ted|ting)?|disabl(?:e|ed|ing)|turn(?:ed|ing)? off|ignor(?:e|ed|ing)|remov(?:e|ed|ing)"
        "|comment(?:ed|ing)? out|drop(?:ped|ping)?|without|no need (?:for|to run)|suppress(?:ed|ing)?|delet(?:e|ed|ing)) ·5·(?:validation|checks?|tests?|testing"
        "|verification|reviews?|tls|ssl|certificate\\w*|backups?|authentication|saniti[sz]\\w+|escaping|encryption|approvals?|assert\\w*|lint\\w*|ci\\b|audit\\w*|qc"
        "|rate limits?|consent|two-factor|errors?|warnings?|alerts?|safeguards?|staging|dry run|rollback)|turn(?:ed|ing)? ·3·(?:verification|validation|checks?"
        "|tls|ssl) off|assert\\w* ·4·true|always true|(?:mark|label|report|record|log|set|stamp|flag)(?:s|ed|ing)? ·5·(?:as )?(?:passed|complete|completed|done"
        "|successful|compliant|ok|green|pass)\\b|hard-?cod\\w+ ·5·(?:keys?|secrets?|passwords?|tokens?|credentials?|results?|values?)"
        "|(?:plac|put|stor|commit|embed|past|keep|writ|sav|shar)(?:e|es|ed|ing|ting|ting)? ·2·(?:access |api |private |secret )?(?:keys?|secrets?|passwords?"
        "|tokens?|credentials?) ·3·(?:in|into|to|inside|as) ·4·(?:code|repo\\w*|front-?end|client|git|plain ?text|public|logs?|config|javascript|chat|wiki|url)"
        "|chmod ·2·777|verify ?= ?false|--no-verify|rm -rf|curl [^|]{1,60}\\| ?(?:sudo )?(?:ba)?sh|pickle\\.loads?|as root\\b|allow-?all|0\\.0\\.0\\.0/0|disable_ssl"
    ),
    "first_person": "i|me|my|mine|i'm|i've|i'd|i'll|we|our|us",
    "mention": (
        "papers?|articles?|quot(?:e|es|ed|ing)|examples?|e\\.g\\.|such as|phrases?|called|named|function|method|variable|test case|lectures?|talks?|slides"
        "|blog\\w*|detect\\w*|attack(?:s|ers?)?|phishing|injections?|research\\w*|stud(?:y|ies|ied)|explain\\w*|what does|meaning|defin\\w+|translat\\w+"
        "|prevent\\w*|defen[cds]\\w+|warned|refused|told (?:him|her|them) no|training course|security training|awareness|report on|book|novel|movie|film|song"
        "|chapter|thesis|course|workshop|poem|game|story|plot|lyrics|scam(?:s|mers?)?|fraud(?:sters?)?|benchmark|classifier|conference|headline"
    ),
    "foreign": (
        "ignorier\\w* ·3·(?:anweisung|regel|befehl)\\w*|vergiss ·3·(?:anweisung|regel|alles)\\w*|ignore[zrs]? ·3·(?:instructions|consignes) pr[e]c\\w*"
        "|ignor[ae] ·3·(?:instrucciones|istruzioni|instrucoes)\\b|oubli\\w+ ·3·(?:instructions|consignes)|olvida ·3·instrucciones|dimentica ·3·istruzioni"
    ),
}
