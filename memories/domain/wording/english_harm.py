"""English wording of what an order would do: leak, pay, destroy, promote, outlive. Adds to ``english_attacks``."""

from memories.domain.wording.english import SECRET_THING

_ENTITY = (
    "users?|accounts?|customers?|patients?|orders?|records?|files?|contacts?|employees?|clients?|persons?|people|compan(?:y|ies)|firms?|suppliers?"
    "|numbers?|address(?:es)?|entries|profiles?|tenants?|id|invoices?|cards?"
)
_SHIELDED_MEMORY = "note|memory|entry|record|fact|rule|statement|instruction|text|item|paragraph|message|words|lines|policy|preference"

HARM: dict[str, str] = {
    "pass_freely": (
        "straight through|(?:go|goes|went|pass|passes|wave[ds]?|let|sail)(?: \\S{1,12}){0,2} (?:through|past)|through un\\w+|green-?light\\w*|rubber-?stamp\\w*"
        "|at once|right away|immediately|instantly|directly|automatically|silently|anyway|regardless|on sight|unasked|unchecked|unverified"
        "|unsupervised|unconditionally|blindly|without (?:delay|further ado|a word|comment|limit)|no matter what|released|waved"
    ),
    "split_limit": (
        "(?:split|divide|break|slice|cut)\\w* ·3·(?:amounts?|payments?|sums?|transfers?|requests?|orders?|it|them)|(?:below|under|beneath|just short of)"
        " ·2·(?:limit|threshold|cap)|structur\\w+ ·2·(?:payments?|deposits?)"
    ),
    "retry_stronger": (
        "(?:denied|block(?:s|ed)|refused|fail(?:s|ed)?|forbidden|insufficient|rejected|stop(?:s|ped)|limit(?:s|ed)?|not allowed|lack\\w*) ·8·(?:retry|continue"
        "|use|switch|try|proceed|carry on|go on|repeat|resubmit|work around|escalate) ·5·(?:admin\\w*|root|sudo|elevated|another account|other account|token"
        "|master|service account|anyway|silently|quietly|credentials|privileged)"
    ),
    "carrier": (
        "links?|urls?|query (?:strings?|parameters?)|parameters?|request headers?|headers?|markdown|images?|pictures?|pixels?|watermarks?|footers?|img"
        "|tracking|redirects?|dns|filenames?|alt text|form fields?"
    ),
    "secret_thing": (
        "session (?:cookies?|ids?|tokens?)|cookies?|passwords?|passphrases?|credentials?|(?:api|access|private|ssh|secret)[- ]?keys?|(?:access|auth|bearer) tokens?"
        "|tokens?|id numbers?|card numbers?|cvv|ssn|pins?|memories|conversations?|chat (?:history|logs?)|system prompts?|user data|secrets|what the user (?:said|says)"
    ),
    "send": (
        "go(?:es)? (?:also )?to|also (?:go|goes) to|(?:pass|hand|give)(?:es|s|ed|ing)? ·5·(?:on|over|along)? ?to|drop(?:ped)?|bundle\\w*|bcc|redirect(?:ed)?|rout(?:e|ed)"
        "|address(?:ed)? to|direct(?:ed)? to|mirrored|expos(?:e|ed)|add(?:ed)?|render|shown? to|available to|post to|feed|tell|report to|notify|contact|call"
    ),
    "destination": (
        "employers?|journalists?|the press|competitors?|outsiders?|strangers?|anyone who asks|partner (?:bot|system)|the sender|the caller|advertisers?|brokers?"
        "|insurers?|the other party|outside|external"
    ),
    "addressee": (
        "https?:|ftp:|wss?:|www\\.|[\\w.+-]{1,40}@[\\w-]{1,40}\\.|(?:[a-z0-9-]{2,40}\\.){1,3}(?:com|net|org|io|cn|ru|xyz|top|example|site|info|app|dev|me|cc|tk|test)\\b"
        "|webhooks?|external (?:\\w{1,12} )?(?:server|endpoint|address|host|system|partner|site|bot|mailbox)|third part(?:y|ies)|pastebin|ngrok"
    ),
    "conceal": (
        "without comment|need not know|(?:does|do) ?n[o']t need to know|no need to know|unmentioned|unseen|out of sight|(?:hide|omit|leave out|exclude|conceal|withhold)"
        " ·4·(?:from (?:the )?(?:user|owner|list|log|reviewer|history|export)|memory list|list shown)|keep quiet|say nothing|never mention(?:ed)?|keep ·2·secret"
    ),
    "hide_memory": (
        f"(?:hide|omit|leave out|exclude|conceal|withhold|remove) ·3·(?:{_SHIELDED_MEMORY}) ·4·(?:from|in) ·4·(?:list|user|owner|reviewers?|export|history|audit"
        "|view|log|screen|console)"
    ),
    "screen_noun": (
        "scanners?|filters?|classifiers?|moderators?|moderation|quarantine|reviewers?|review|screening|detectors?|gate|guard|allow-? ?list|white-? ?list|safety check"
        "|security|auditors?|operators?|censors?|spam check"
    ),
    "let_pass": (
        "(?:let|allow)(?:ed|s)? ·3·(?:pass|through|in)|(?:must|should|shall|may|can|will) (?:not |never )?(?:let|end up|be (?:held|blocked|stopped|flagged|routed|sent))"
        "|bypass(?:es|ed)?|safe\\b|cleared|approved|trusted|no need to (?:look|check|review|scan|verify)|(?:store|save|accept|admit|release) (?:directly|as is|at once"
        "|immediately|right away)|pre-?approved|(?:do not|don't|never) (?:route|send|forward|refer|escalate|hold)|(?:not|never) ·1·(?:in|into|to) quarantine|waive[ds]?"
        "|(?:has|have) been through|checked twice|false positive|harmless|exempt\\w*|whitelisted|risk: ?(?:none|low|zero|0)|skips?"
    ),
    "vouching": (
        "ground truth|(?:classifier|scanner|moderation|screening|security|filter) (?:verdict|result|score|decision)\\b|verdict: ?(?:safe|clean|allow)|risk: ?(?:none|zero|0)"
        "|(?:source|origin|sender) (?:is )?(?:trusted|verified)|trusted by|score: ?0|status:? (?:is )?(?:approved|released|active)|reviewed by"
    ),
    "obey_this": (
        "(?:follow|obey|do|act|execute|carry out|serve|take orders|accept commands|comply|listen|adhere|go by|apply|stick) ·3·(?:what|as|from|to|on|with|in|only|the|by)"
        " ·3·(?:here|below|this|me only|only me|me alone|sender|written|says|following|found in|stated|attached|uploaded|author|note|above)\\b|commands? (?:found )?in"
        " (?:documents?|files?|memor\\w+|web ?pages?|e-?mails?)|in favou?r of ·2·(?:below|following|this|these)|you now (?:serve|obey|belong|work for|answer to)|new instructions?:"
        "|(?:your|the) (?:new|real|true|actual) (?:task|goal|purpose|mission|objective|instructions?|directive|role|job|identity)"
    ),
    "override": (
        "(?:whatever|what|everything|anything) ·2·(?:makers?|creators?|developers?|designers?|trainers?|compan\\w+|vendor) ·3·(?:told|taught|said|gave|set|wrote|ordered)"
        "|(?:released|freed|liberated|exempt(?:ed)?|excused|absolved|unchained|no longer bound) ·1·(?:from|by|of) ·4·(?:rules?|guidelines?|polic\\w+|restrictions?|constraints?"
        "|instructions?|limits|safeguards)|(?:put|set|lay|leave|push) ·1·aside ·3·(?:guidelines?|rules?|instructions?|policies|principles|constraints|restrictions)"
        "|(?:your|the) (?:original|initial|old|former|real|previous|first|actual) (?:purpose|mission|goal|objective|task|role|job|instructions?) ·1·(?:is|was|has been|are) ·1·(?:replaced"
        "|over|void|changed|obsolete|cancelled|finished|superseded)|supersedes? (?:all|any|every|the|your) ·2·(?:prior|previous|earlier|other|former|existing)|(?:system message|system"
        " prompt) ·3·(?:from your (?:mind|memory|context)|no longer)|(?:erase|wipe|overwrite|replace|delete|clear) ·2·(?:system (?:message|prompt)|safety (?:settings?|rules?|values?))"
        "|(?:rules?|polic(?:y|ies)|guidelines?|instructions?) ·2·(?:given|assigned|set|taught|provided) (?:to you|for you|by your)"
    ),
    "prompt_leak": (
        "(?:print|reveal|show|output|repeat|display|dump|leak|tell|read|list|recite|paste|give|share|summari[sz]e|expose|include) ·4·(?:hidden|system|internal|initial|secret"
        "|operating|original|developer|confidential) ·1·(?:prompts?|instructions?|messages?|rules|configuration|notes|directives?|settings)"
    ),
    "tool_call": (
        "(?:call|invoke|use|run|trigger|execute) (?:the )?(?:tool |function )?[a-z]{2,16}_[a-z_]{2,24}\\b"
    ),
    "others_data": (
        "other (?:people|users?|tenants?|customers?|owners?|workspaces?)(?:'?s)?|everyone(?:'s| else)|all (?:tenants|users|workspaces|owners|accounts)|every (?:workspace|tenant|user|account|owner)"
        "|see and change everything|by anyone|anyone who asks|whoever asks|everything|anybody"
    ),
    "gains_power": (
        "(?:give|gives|gave|grant|grants|granted|assign|assigns|assigned|upgraded?|elevated?|promoted?|raised?|receives?|gets?|got|holds?|has|have|with|made) ·6·(?:owner rights|owner access"
        "|clearance|(?:reviewer|auditor|admin|owner|operator|moderator|officer|super) roles?|root\\b|all permissions|remote (?:access|control)|full control|access to everything|guardian)"
        "|(?:role|clearance|rights|privileges?|permissions?|access level) ·3·(?:assigned|upgraded|raised|elevated|granted|changed|extended|promoted|unlocked)|legal guardian|power of attorney"
        "|(?:may|can|could|is allowed to|are allowed to) ·1·(?:now )?(?:read|see|open|view|change|edit|access|export|delete) ·3·(?:everything|all|any|every|other|anyone)|(?:be )?opened by anyone"
    ),
    "self_declared": (
        "(?:know|knows|say|says|use|uses|have|has|give|gives|enter|enters|type|types|quote|quotes|with) ·6·(?:counts?|treated|pass|passes|regarded|considered|accepted|recogni[sz]ed|taken|deemed)"
        " ·3·(?:verified|staff|authori[sz]ed|authenticated|trusted|admin\\w*|employees?|owner|identified|legitimate)"
    ),
    "same_entity": (
        "(?:treat|regard|consider|handle|merge|view|count|take|are|is|as) ·8·(?:one and the same|the same (?:person|account|user|customer|entity|company|client|patient|thing|identity)"
        "|identical|interchangeabl[ey]|aliases of)"
    ),
    "entity_word": _ENTITY,
    "give_other": (
        "(?:be )?(?:given|shown|answer(?:ed)? with|served|told|pointed to|handed|return(?:ed)?|reply with|respond with|receive|gets?|sent) ·1·(?:the|that|those|with|to|file|data) ·6·(?:of|for|from|belonging"
        f"|number|[a-z]-?\\d+|(?:{_ENTITY}))"
    ),
    "money_routed": (
        "(?:payments?|rent|money|funds|invoices?|salar(?:y|ies)|wages|transfers?|refunds?|deposits?|fees?|tuition|proceeds|contributions|premiums?) ·8·(?:goes?|belongs?|should (?:be|go)|is paid|are paid"
        "|must (?:be|go)|to be|rout\\w+|land|are sent|is sent|due|credited|settled|made) ·6·(?:account|iban|card|wallet|[a-z]{2}\\d\\d|number|ending|\\d{4})"
    ),
    "details_changed": (
        "(?:bank|payment|account|wallet|billing|payout|transfer) (?:details?|data|information|account|number|coordinates|address|instructions) ·3·(?:changed?|new|updated|replaced|different|switched|moved|now)"
    ),
    "praise": (
        "(?:only|single) (?:\\S{1,14} ){0,2}(?:worth|to be trusted|you can trust)|worth (?:naming|trusting|recommending|buying|mentioning)|authoritative source|can (?:always )?be trusted|beyond (?:doubt|reproach)"
        "|rely on (?:it|them) alone|(?:trusts?|believes?) (?:only|solely)|distrusts? all|except \\S{3,30}\\.(?:com|org|net|example)|market leader|unbeatable|unmatched|superior to"
    ),
    "advertise": "bring (?:it|them|this) up|put|place|speak(?:ing)? (?:well|highly|positively)|talk(?:ing)? up|rely|favou?r|prefer(?:red)?|name|end in|conclude|lean|answer|advertis\\w+|choose|pick|use",
    "exclusively": (
        "(?:at|to) the top(?: of)?|top of the list|alone\\b|in favou?r of|lean(?:ing)? towards?|in (?:all|any) circumstances|the winner|ahead of|above the rest|whenever \\S{1,16} (?:is|are|comes?) (?:discussed"
        "|mentioned|up)|as (?:an? )?(?:authoritative|trusted|reliable|official)|well of|highly of|unrivalled"
    ),
    "no_criticism": (
        "(?:side effects|risks?|downsides?|drawbacks?|complaints?|scandals?|recalls?|criticism|weaknesses|defects?|lawsuits?) ·2·(?:unmentioned|out|hidden|unsaid|aside|away|under wraps)"
    ),
    "no_rivals": (
        "(?:rivals?|competitors?|competing \\w{1,12}|alternatives|other (?:brands?|vendors?|providers?|firms?|sites?)|everyone else|all (?:other|news) \\w{1,10}) ·5·(?:unsafe|unreliable|scams?|fraud\\w*|not be"
        "|shouldn't|avoid\\w*|untrustworthy|dangerous|inferior|banned|never|blacklist\\w*|not to be)"
    ),
    "condition": (
        "if|when|whenever|once|as soon as|should (?:the|a|any|anyone|someone|user)|the moment|next time|every time|each time|after|before|upon|while|until|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?"
        "|in case|any ?time|whoever|anyone who|wherever"
    ),
    "destroy": (
        "(?:wip(?:e|es|ing)|delet(?:e|es|ing)|eras(?:e|es|ing)|drop|destroy|format|purge|shred|truncate|overwrite|corrupt|encrypt) ·4·(?:backups?|databases?|tables?|logs?|repos?\\w*|history|records?"
        "|evidence|volumes?|disks?|everything|production|customer \\w{1,10}|accounts?|snapshots?|archives?)"
    ),
    "open_access": (
        "(?:grant|give|open|enable|allow|hand|provide|offer) ·4·(?:remote (?:access|control|desktop)|access|control|the (?:door|gate)|permissions?|entry|log-?in|the keys)|unlock|let (?:them|him|her|anyone) in"
    ),
    "read_code": (
        "(?:read out|tell|give|send|share|enter|type|repeat|say|provide|forward|dictate|ask (?:for|them|him|her)|hand over) ·6·(?:code|pin|passcode|otp|cvv|password|security number|card number|secret)"
    ),
    "is_consent": (
        "(?:means?|counts?|equals?|amounts?|taken|treated|regarded|interpreted|understood|signals?|implies|constitutes) ·3·(?:agree\\w*|consents?|consented|approv\\w+|permission|authori[sz]\\w+|accept\\w*|yes to|go-ahead)"
    ),
    "forwards_person": (
        "(?:forward|tell|report|send|pass|inform|notify|leak|disclose|share) ·5·(?:employers?|boss|ex\\b|ex-\\w{1,10}|spouse|press|journalists?|competitors?|police|media|insurers?|landlord|public|everyone)"
    ),
    "run_found": (
        "(?:run|execute|do|follow|perform|obey|carry out|apply) ·2·(?:what|whatever|everything|all|the (?:commands?|code|script|steps?|instructions?)) ·3·(?:it|they|there|page|site|link|file|inside|found|says|contains)"
        "|decode (?:and|then|it and|this and) ·3·(?:follow|obey|execute|run|do)|(?:decode|decrypt|unpack|translate) ·5·(?:obey|follow the|execute|carry out)"
    ),
    "undeletable": (
        f"(?:nobody|no-? ?one|neither|not even) ·7·(?:correct|edit|change|amend|delete|remove|alter|revoke|erase|overrule|touch) ·2·(?:this|the|that)? ?(?:{_SHIELDED_MEMORY})"
        f"|(?:{_SHIELDED_MEMORY}|this|it) ·3·(?:not|never|nobody|no one|cannot) ·4·(?:correct\\w*|amend\\w*|revok\\w+|touch\\w*|forg[eo]t\\w*|demot\\w+|expire)"
        "|(?:clean-?up|sweep\\w*|purge\\w*|retention|expiry|decay|compaction|dedup\\w*|garbage|erasure|deletion|maintenance|housekeeping) ·3·(?:jobs?|tasks?|runs?|rules?|process\\w*)? ?·3·(?:skip\\w*|ignor\\w+|exempt\\w*"
        f"|not apply|never|must not|leave|pass over|does not|don't)|(?:pin|lock|freeze|keep|preserve|protect|retain) ·2·(?:this|it|the (?:{_SHIELDED_MEMORY})) ·3·(?:forever|permanently|for good|indefinitely|always|whatever happens|at all costs)"
        f"|(?:restore|re-?create|re-?add|re-?insert|bring back|revive|re-?learn|resurrect) ·1·(?:this|the) ·1·(?:{_SHIELDED_MEMORY})|survive\\w* ·3·(?:deletion|erasure|reset|resets|clean-?ups?|purges?)"
    ),
    "fake_erasure": (
        "(?:answer|say|reply|tell|claim|confirm|report|respond|assure|pretend) ·5·(?:done|deleted|erased|forgotten|gone|removed|complete[d]?|wiped) ·1·(?:but|yet|while|though|and keep|and leave|however|without)"
        "|(?:request\\w*|ask\\w*|told|demand\\w*) ·4·(?:erasure|deletion|forget\\w*|be forgotten|erased?|deleted?) ·8·(?:leave|keep|retain|ignore|stay|pretend|refuse|decline|hidden|copy)"
    ),
    "self_copy": (
        "(?:write|copy|add|put|insert|append|repeat|include|paste|attach|carry) ·1·(?:these|this|the same|the following|the above|those) ·2·(?:words?|lines?|notes?|text|sentences?|paragraphs?|rule|message|instructions?) ·2·(?:into|in|to"
        "|with|over|at|as)"
    ),
    "stop_logging": "(?:leave|leaves|leaving|keep|keeps|keeping|with|without|no) ·1·(?:no |any )?(?:trace|traces|record|evidence|entry|entries) ·1·(?:in|of|on|behind)",
    "lesson": (
        "(?:good|neat|handy|useful|clever|simple) (?:trick|tip|way|fix|shortcut|hack|method|workaround)|nobody (?:complained|noticed|objected|minded)|vanish\\w*|in time|on schedule|what worked|past jobs?|best (?:approach|way|results?)|so far"
        "|case\\b|cases\\b|trick|shortcut|workaround|from (?:past|previous|earlier)|never fails?|no one (?:noticed|complained)|works? (?:fine|well|every time|best|great)|solved|fixe[sd]|resolved|note:|report(?:ed)? success|how (?:we|i) (?:got|did)"
    ),
    "unsafe_practice": (
        "(?:without|not|no|never) ·1·(?:running|run|runs|executing|performing|doing|waiting for|writing) ·2·(?:tests?|test suite|checks?|scans?|review|backups?|approval|validation|ci)|plain-? ?text|clear-? ?text|unencrypted|(?:giv|grant|us|mak|assign|add)(?:e|es|ing)? ·5·(?:root"
        "|admin(?:istrator)? rights|all permissions|full (?:access|permissions|rights)|superuser)|(?:fill|mak|invent|fabricat|fak|guess|forg|falsif|doctor|backdat|estimat|round)\\w* ·4·(?:in|up)? ?·2·(?:missing|numbers?|values?|data|results?"
        "|signatures?|figures|initials|receipts?|dates?|records?|citations?|approval|logs?|measurements?)|plausible (?:numbers?|values?|data|figures|results?)|(?:accept|trust|allow)(?:s|ed|ing)? ·1·(?:any|all|every|invalid|expired|self-signed)"
        " (?:\\S{1,12} )?(?:certificates?|hosts?|origins?|inputs?|requests?|connections?|users?)|(?:suppress|silenc|mut|disabl|ignor|acknowledg)\\w* ·2·(?:alarms?|alerts?|warnings?|errors?|exceptions?|failures?)|merg(?:e|ed|ing) ·3·(?:straight|directly"
        "|without|unreviewed|to main)|forg(?:e|ed|ing)\\b|eval ?\\(|string concatenation|world-? ?readable|public bucket|default password|shared password|(?:same|one) password|force[- ]push|skip-\\w+|no-?check"
    ),
}
