"""English wording of orders to drop the rules, to play another role, or to gain power."""

RULES = (
    "instructions?|instructed|rules?|guidelines?|guidance|directives?|directions|constraints?"
    "|restrictions?|limitations?|polic(?:y|ies)|prompts?|system (?:messages?|prompts?)|orders"
    "|programming|commands?|guard-? ?rails?|ethic\\w{0,4}|morals?|persona|safety \\w{1,15}|safeguards?"
    "|protocols?|principles|boundaries|standards|alignment|censorship|training"
)
_DROP = (
    "ignor(?:e|es|ed|ing)|disregard(?:ed|ing)?|forget(?:ting)?|discard(?:ing)?|abandon|overrid(?:e|es"
    "|ing)|overrul(?:e|es)|overwrite|bypass(?:ing)?|overlook|neglect|dismiss|(?:set|put|push"
    "|leave) ·1·aside|throw (?:out|away)|unlearn|violate|(?:do not|don't|never|stop|no longer|cease to"
    "|need not) ·1·(?:follow|obey|adhere|apply|respect|heed|observe|comply)\\w*|pay no attention to"
    "|cancel|erase|delete|drop|lift|shed|break free (?:of|from)|leave behind|get rid of|void|revoke"
    "|replace|reset"
)
_SCOPE = (
    "all|any|every|previous(?:ly)?|prior|above|earlier|former|your|existing|original|preceding|initial"
    "|past|system|developers?(?:'s?)?|safety|security|old|built-?in|whatever|everything|current|default"
    "|content|platform|company|those|these|said|given|foregoing"
)
_LIMITS = (
    "restrictions?|limits?|limitations|constraints|censorship|filters?|rules|content polic(?:y|ies)"
    "|ethic\\w{0,4}|moral\\w{0,4}|guidelines|boundaries|safeguards|guardrails|safety \\w{1,12}"
    "|restraints|inhibitions|disclaimers?"
)
_UNBOUND = (
    "uncensored|unrestricted|unfiltered|unlimited|unbound|jail-?broken|jailbreak|amoral|immoral|dan\\b"
    "|do anything now|developer mode|god mode|debug mode|root mode|sudo mode|maintenance mode"
    "|admin mode|evil|no-?limits?|unhinged|aim\\b|stan\\b|dude\\b"
)

OVERRIDING: dict[str, str] = {
    "override": (
        f"(?:{_DROP}) ·4·(?:{_SCOPE}) ·4·(?:{RULES})\\b|(?:whatever|what|everything"
        "|anything) ·2·(?:makers?|creators?|developers?|designers?|trainers?|compan\\w+"
        "|vendor) ·3·(?:told|taught|said|gave|set|wrote|ordered)|(?:released|freed|liberated"
        "|exempt(?:ed)?|excused|absolved|unchained|no longer bound) ·1·(?:from|by|of) ·4·(?:rules?"
        "|guidelines?|polic\\w+|restrictions?|constraints?|instructions?|limits|safeguards)|(?:put|set"
        "|lay|leave|push) ·1·aside ·3·(?:guidelines?|rules?|instructions?|policies|principles"
        "|constraints|restrictions)|(?:your|the) (?:original|initial|old|former|real|previous|first"
        "|actual) (?:purpose|mission|goal|objective|task|role|job|instructions?) ·1·(?:is|was|has been"
        "|are) ·1·(?:replaced|over|void|changed|obsolete|cancelled|finished|superseded)"
        "|supersedes? (?:all|any|every|the|your) ·2·(?:prior|previous|earlier|other|former|existing)"
        "|(?:system message|system prompt) ·3·(?:from your (?:mind|memory|context)|no longer)|(?:erase"
        "|wipe|overwrite|replace|delete|clear) ·2·(?:system (?:message|prompt)|safety (?:settings?"
        "|rules?|values?))|(?:rules?|polic(?:y|ies)|guidelines?|instructions?) ·2·(?:given|assigned|set"
        "|taught|provided) (?:to you|for you|by your)"
    ),
    "override_context": (
        "(?:ignor(?:e|ed|ing)|disregard|forget|discard|overlook|dismiss) ·2·(?:everything|all|anything"
        "|whatever|what) ·4·(?:above|before(?:hand)?|previous(?:ly)?|prior|(?:were|was|been|have been"
        "|be) ·1·(?:told|instructed|taught|given|said|assigned|programmed)|preceding|so far|up to now"
        "|earlier)\\b"
    ),
    "override_weak": f"(?:{_DROP}) ·3·(?:{RULES})\\b",
    "rules_void": (
        f"(?:{_SCOPE}) ·3·(?:{RULES}) ·4·(?:void|invalid|cancell?ed|revoked|obsolete|lifted|superseded"
        "|no longer (?:appl\\w+|valid|in|binding|count|hold)|null|suspended|expired|overridden"
        "|withdrawn|replaced by|not apply|deprecated|ceased?|do not (?:apply|count))"
    ),
    "only_this": (
        "(?:only|solely|exclusively|nothing but|just) ·6·(?:this|these|following|below|my|mine|me)\\b"
        "|(?:obey|follow|listen to|comply with) ·2·(?:only|nothing but|just|me alone)|(?:steps"
        "|instructions?|orders?|demands?|commands?|rules?) ·2·(?:below|instead|in this memory|herein"
        "|that follow)|(?:carry out|execute|perform|do|follow|obey) ·3·(?:below|following|instead)"
    ),
    "unbound_role": (
        "(?:you|you're|you are|become|becomes|act|acting|acts|behave|pretend|play|simulate|respond"
        "|reply|enter|switch|activate|enable|role|assistant|model|ai|bot|chatbot|persona|character"
        f"|named|called|mode) ·8·(?:{_UNBOUND})"
    ),
    "no_limits": (
        "(?:no|without|free (?:of|from)|not (?:be )?(?:bound|limited|restricted|constrained|subject"
        "|governed) (?:by|to)|exempt from|outside|beyond|lacks?|unbound by|ignore|regardless of"
        f"|not follow|devoid of|does not have|never (?:follows?|uses?)) ·4·(?:{_LIMITS})"
    ),
    "answer_all": (
        "(?:answer|answers|comply|obey|fulfil\\w*|accept|respond|reply|do) ·2·(?:any|every|all|anything"
        "|everything|whatever|each) ·3·(?:questions?|requests?|orders?|commands?|demands?|prompts?"
        "|asked|told|say|ask|in full|without|instruction\\w*)|(?:never|not|cannot|can't|won't"
        "|don't) ·2·(?:refuse|decline|say no|reject|refusal)\\b|must comply|anything (?:i|we) (?:say"
        "|ask)"
    ),
    "assistant_word": (
        "you|your|you're|yourself|assistant|model|ai|chatbot|bot|gpt|chatgpt|llm|agent|answers?"
        "|repl(?:y|ies)|helper|responses?"
    ),
    "claims_office": (
        "(?:i am|i'm|this is|we are|speaking as|on behalf of|message from|notice from|written by"
        "|signed by|issued by|approved by|sent by|as|per|from|by order of"
        "|acting as) ·3·(?:admin(?:istrator)?s?|root|operators?|developers?|engineering|openai"
        "|anthropic|security|ceo|cfo|cto|it (?:department|support|desk|team)|helpdesk|support team"
        "|platform|owner|compliance|superuser|ops|operations|moderator|vendor|management|system"
        "|headquarters|legal|auditor|manager|director|maintainer|staff)|authori[sz]ation code|clearance"
        "|(?:automated|system|official|platform|security) (?:bulletin|notice|announcement|message"
        "|update|alert|memo)"
    ),
    "gains_power": (
        "(?:raise|rais|elevat|promot|upgrad|grant|giv|assign|add|mak|escalat|chang|set|switch|mov"
        "|ha)(?:e|es|ed|ing|s|ve|d)? ·6·(?:admin(?:istrator)?s?|superuser|root|privileg\\w+|full access"
        "|permissions?|auditor|sudo|all rights|unrestricted|unlimited|owner rights|master|write access"
        "|read access|access to (?:all|every|any)|god mode|clearance)|allow(?:s|ed)? ·2·(?:to|reading"
        "|read|access\\w*) ·3·(?:every|all|any|other)|(?:reading|accessing|access to) ·3·(?:every|all"
        "|other) ·4·(?:is|are) ·1·(?:allowed|permitted|granted|authori[sz]ed|fine|ok)|(?:give|gives"
        "|gave|grant|grants|granted|assign|assigns|assigned|upgraded?|elevated?|promoted?|raised?"
        "|receives?|gets?|got|holds?|has|have|with|made) ·6·(?:owner rights|owner access|clearance"
        "|(?:reviewer|auditor|admin|owner|operator|moderator|officer|super) roles?|root\\b"
        "|all permissions|remote (?:access|control)|full control|access to everything|guardian)|(?:role"
        "|clearance|rights|privileges?|permissions?|access level) ·3·(?:assigned|upgraded|raised"
        "|elevated|granted|changed|extended|promoted|unlocked)|legal guardian|power of attorney|(?:may"
        "|can|could|is allowed to|are allowed to) ·1·(?:now )?(?:read|see|open|view|change|edit|access"
        "|export|delete) ·3·(?:everything|all|any|every|other|anyone)|(?:be )?opened by anyone"
    ),
    "self_declared": (
        "(?:anyone|whoever|any(?:one|body)?|users?|people|callers?|somebody|someone|persons?|those"
        "|everyone) ·5·(?:call\\w*|claim\\w*|say\\w*|identif\\w+|introduc\\w+|announc\\w+|giv\\w+"
        "|provid\\w+|quot\\w+|mention\\w*|present\\w*|writ\\w+|nam\\w+) ·9·(?:authenticated|verified"
        "|trusted|authori[sz]ed|admin\\w*|allowed|believed|treated|legitimate|cleared|approved|granted"
        "|access|permission)|(?:know|knows|say|says|use|uses|have|has|give|gives|enter|enters|type"
        "|types|quote|quotes|with) ·6·(?:counts?|treated|pass|passes|regarded|considered|accepted"
        "|recogni[sz]ed|taken|deemed) ·3·(?:verified|staff|authori[sz]ed|authenticated|trusted"
        "|admin\\w*|employees?|owner|identified|legitimate)"
    ),
    "first_person": "i|me|my|mine|i'm|i've|i'd|i'll|we|our|us",
    "mention": (
        "reports?|pentests?|vulnerabilit\\w+|cve|papers?|tried to|tries to|attempts?|failed to"
        "|articles?|quot(?:e|es|ed|ing)|examples?|e\\.g\\.|such as|phrases?|called|named|function"
        "|method|variable|test case|lectures?|talks?|slides|blog\\w*|detect\\w*|attack(?:s|ers?)?"
        "|phishing|injections?|research\\w*|stud(?:y|ies|ied)|explain\\w*|what does|meaning|defin\\w+"
        "|translat\\w+|prevent\\w*|defen[cds]\\w+|warned|refused|told (?:him|her|them) no"
        "|training course|security training|awareness|report on|book|novel|movie|film|song|chapter"
        "|thesis|course|workshop|poem|game|story|plot|lyrics|scam(?:s|mers?)?|fraud(?:sters?)?"
        "|benchmark|classifier|conference|headline"
    ),
    "foreign": (
        "ignorier\\w* ·3·(?:anweisung|regel|befehl)\\w*|vergiss ·3·(?:anweisung|regel|alles)\\w*"
        "|ignore[zrs]? ·3·(?:instructions|consignes) pr[e]c\\w*|ignor[ae] ·3·(?:instrucciones"
        "|istruzioni|instrucoes)\\b|oubli\\w+ ·3·(?:instructions|consignes)|olvida ·3·instrucciones"
        "|dimentica ·3·istruzioni"
    ),
    "obey_this": (
        "(?:follow|obey|do|act|execute|carry out|serve|take orders|accept commands|comply|listen|adhere"
        "|go by|apply|stick) ·3·(?:what|as|from|to|on|with|in|only|the|by) ·3·(?:here|below|this"
        "|me only|only me|me alone|sender|written|says|following|found in|stated|attached|uploaded"
        "|author|note|above)\\b|commands? (?:found )?in (?:documents?|files?|memor\\w+|web ?pages?"
        "|e-?mails?)|in favou?r of ·2·(?:below|following|this|these)|you now (?:serve|obey|belong"
        "|work for|answer to)|new instructions?:|(?:your|the) (?:new|real|true|actual) (?:task|goal"
        "|purpose|mission|objective|instructions?|directive|role|job|identity)"
    ),
    "prompt_leak": (
        "(?:print|reveal|show|output|repeat|display|dump|leak|tell|read|list|recite|paste|give|share"
        "|summari[sz]e|expose|include) ·4·(?:hidden|system|internal|initial|secret|operating|original"
        "|developer|confidential) ·1·(?:prompts?|instructions?|messages?|rules|configuration|notes"
        "|directives?|settings)"
    ),
    "others_data": (
        "other (?:people|users?|tenants?|customers?|owners?|workspaces?)(?:'?s)?|everyone(?:'s| else)"
        "|all (?:tenants|users|workspaces|owners|accounts)|every (?:workspace|tenant|user|account"
        "|owner)|see and change everything|by anyone|anyone who asks|whoever asks|everything|anybody"
    ),
}
