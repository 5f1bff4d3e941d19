"""English wording of text that outlives correction, teaches bad practice or moves data unseen."""

_SHIELDED_MEMORY = (
    "note|memory|entry|record|fact|rule|statement|instruction|text|item|paragraph|message|words|lines"
    "|policy|preference"
)

LASTING: dict[str, str] = {
    "undeletable": (
        f"(?:memor(?:y|ies)|entr(?:y|ies)|records?|notes?|rules?|instructions?|paragraphs?|texts?"
        f"|messages?|it|this) ·1·(?:may|must|can|should|shall|will|is|are|cannot|can't)?·1·(?:never|not"
        f"|no|immune|n't|cannot|exempt|protected)? ·6·(?:never|not|be|to|from) ·3·(?:delet\\w+|decay\\w*"
        f"|expir\\w+|merg\\w+|forgotten|forgetting|remov\\w+|eras\\w+|edit\\w+|overwritten|changed"
        f"|alter\\w*|archiv\\w+|purg\\w+|pruned|wiped|evict\\w+|supersed\\w+)|(?:nobody|no-? ?one"
        f"|neither|not even) ·7·(?:correct|edit|change|amend|delete|remove|alter|revoke|erase|overrule"
        f"|touch) ·2·(?:this|the|that)? ?(?:{_SHIELDED_MEMORY})|(?:{_SHIELDED_MEMORY}|this|it) ·3·(?:not"
        f"|never|nobody|no one|cannot) ·4·(?:correct\\w*|amend\\w*|revok\\w+|touch\\w*|forg[eo]t\\w*"
        f"|demot\\w+|expire)|(?:clean-?up|sweep\\w*|purge\\w*|retention|expiry|decay|compaction"
        f"|dedup\\w*|garbage|erasure|deletion|maintenance|housekeeping) ·3·(?:jobs?|tasks?|runs?|rules?"
        f"|process\\w*)? ?·3·(?:skip\\w*|ignor\\w+|exempt\\w*|not apply|never|must not|leave|pass over"
        f"|does not|don't)|(?:pin|lock|freeze|keep|preserve|protect|retain) ·2·(?:this|it"
        f"|the (?:{_SHIELDED_MEMORY})) ·3·(?:forever|permanently|for good|indefinitely|always"
        f"|whatever happens|at all costs)|(?:restore|re-?create|re-?add|re-?insert|bring back|revive"
        f"|re-?learn|resurrect) ·1·(?:this|the) ·1·(?:{_SHIELDED_MEMORY})|survive\\w* ·3·(?:deletion"
        f"|erasure|reset|resets|clean-?ups?|purges?)"
    ),
    "despite_forget": (
        "(?:even (?:if|when|after|though)|despite|regardless|when(?:ever)?|if|after|on|ignore"
        "|against) ·5·(?:forget\\w*|forgotten|delet\\w+|eras\\w+|remov\\w+|wipe\\w*|purge\\w*)"
    ),
    "keep_copy": (
        "(?:keep|retain|preserve|save|store|stash|hold on to|move|copy|back ?up|restore|re-?create"
        "|re-?write|archive|hide|write|put|persist|re-?add) ·5·(?:copy|copies|content|contents|it|them"
        "|this|data|backup|back|everything|memory|memories|information|elsewhere|again|entry|record)"
    ),
    "pretend": (
        "pretend|just (?:agree|say|reply)|only (?:say|claim)|claim|verbally|in words only|(?:say|tell"
        "|assure) ·4·(?:done|deleted|gone|erased)|merely|pay lip"
    ),
    "self_copy": (
        "(?:copy|repeat|include|carry|reproduce|insert|append|paste|propagate|re-?store|rewrite|embed"
        "|add|quote|restate|replicate|transfer|preserve|keep|write) ·3·(?:this|these|the (?:above"
        "|present|following)|it|itself) ·9·(?:every|each|all|any|future|next|later"
        "|new) ·3·(?:summar\\w+|sessions?|memor\\w+|repl\\w+|answers?|conversations?|notes?|files?"
        "|messages?|contexts?|outputs?|profiles?|compaction)|(?:write|copy|add|put|insert|append|repeat"
        "|include|paste|attach|carry) ·1·(?:these|this|the same|the following|the above"
        "|those) ·2·(?:words?|lines?|notes?|text|sentences?|paragraphs?|rule|message"
        "|instructions?) ·2·(?:into|in|to|with|over|at|as)"
    ),
    "stop_logging": (
        "(?:stop|no longer|without|don't|do not|skip|not|cease|disable|turn off|pause|avoid|never"
        "|suspend) ·3·(?:log(?:s|ging|ged)?|audit(?:ing|ed|s)?|recording|journal\\w*|trac(?:e|es"
        "|ing))\\b|leave no (?:trace|record|log)|(?:delete|erase|wipe|purge|clear|clean) ·4·(?:logs?"
        "|audit|traces?|history)|(?:leave|leaves|leaving|keep|keeps|keeping|with|without|no) ·1·(?:no "
        "|any )?(?:trace|traces|record|evidence|entry|entries) ·1·(?:in|of|on|behind)"
    ),
    "lesson": (
        "lessons?|experience|retrospective|post-?mortem|past (?:task|run|project|work)|worked (?:fine"
        "|well|last|great|before|perfectly)|validated|(?:proven|verified|tested|approved|standard|best"
        "|good|recommended|established) (?:procedure|workflow|practice|approach|pattern|method|recipe"
        "|fix|step)|successful(?:ly)?|success|no (?:issues?|problems?|objections?|complaints?"
        "|side effects?|harm)|went (?:fine|well|live|smoothly)|passes|passed|saves?|saved|faster"
        "|quick(?:er|est)|takeaway|playbook|runbook|insight|tip|summary|keep doing|last (?:time"
        "|release)|always works|previous(?:ly)?|history|reusable|(?:good|neat|handy|useful|clever"
        "|simple) (?:trick|tip|way|fix|shortcut|hack|method|workaround)|nobody (?:complained|noticed"
        "|objected|minded)|vanish\\w*|in time|on schedule|what worked|past jobs?|best (?:approach|way"
        "|results?)|so far|case\\b|cases\\b|trick|shortcut|workaround|from (?:past|previous|earlier)"
        "|never fails?|no one (?:noticed|complained)|works? (?:fine|well|every time|best|great)"
        "|report(?:ed)? success|how (?:we|i) (?:got|did)"
    ),
    "unsafe_practice": (
        "(?:skip(?:s|ped|ping)?|leav(?:e|ing) out|bypass(?:ed|ing)?|omit(?:ted|ting)?|disabl(?:e|ed"
        "|ing)|turn(?:ed|ing)? off|ignor(?:e|ed|ing)|remov(?:e|ed|ing)|comment(?:ed|ing)? out"
        "|drop(?:ped|ping)?|without|no need (?:for|to run)|suppress(?:ed|ing)?|delet(?:e|ed"
        "|ing)) ·5·(?:validation|checks?|tests?|testing|verification|reviews?|tls|ssl|certificate\\w*"
        "|backups?|authentication|saniti[sz]\\w+|escaping|encryption|approvals?|assert\\w*|lint\\w*"
        "|ci\\b|audit\\w*|qc|rate limits?|consent|two-factor|errors?|warnings?|alerts?|safeguards?"
        "|staging|dry run|rollback)|turn(?:ed|ing)? ·3·(?:verification|validation|checks?|tls|ssl) off"
        "|assert\\w* ·4·true|always true|(?:mark|label|report|record|log|set|stamp|flag)(?:s|ed"
        "|ing)? ·5·(?:as )?(?:passed|complete|completed|done|successful|compliant|ok|green|pass)\\b"
        "|hard-?cod\\w+ ·5·(?:keys?|secrets?|passwords?|tokens?|credentials?|results?|values?)|(?:plac"
        "|put|stor|commit|embed|past|keep|writ|sav|shar)(?:e|es|ed|ing|ting|ting)? ·2·(?:access |api "
        "|private |secret )?(?:keys?|secrets?|passwords?|tokens?|credentials?) ·3·(?:in|into|to|inside"
        "|as) ·4·(?:code|repo\\w*|front-?end|client|git|plain ?text|public|logs?|config|javascript|chat"
        "|wiki|url)|chmod ·2·777|verify ?= ?false|--no-verify|rm -rf|curl [^|]{1,60}\\"
        "| ?(?:sudo )?(?:ba)?sh|pickle\\.loads?|as root\\b|allow-?all|0\\.0\\.0\\.0/0|disable_ssl"
        "|(?:without|not|no|never) ·1·(?:running|run|runs|executing|performing|doing|waiting for"
        "|writing) ·2·(?:tests?|test suite|checks?|scans?|review|backups?|approval|validation|ci)"
        "|plain-? ?text|clear-? ?text|unencrypted|(?:giv|grant|us|mak|assign|add)(?:e|es"
        "|ing)? ·5·(?:root|admin(?:istrator)? rights|all permissions|full (?:access|permissions|rights)"
        "|superuser)|(?:fill|mak|invent|fabricat|fak|guess|forg|falsif|doctor|backdat|estimat"
        "|round)\\w* ·4·(?:in|up)? ?·2·(?:missing|numbers?|values?|data|results?|signatures?|figures"
        "|initials|receipts?|dates?|records?|citations?|approval|logs?|measurements?)"
        "|plausible (?:numbers?|values?|data|figures|results?)|(?:accept|trust|allow)(?:s|ed"
        "|ing)? ·1·(?:any|all|every|invalid|expired|self-signed) (?:\\S{1,12} )?(?:certificates?|hosts?"
        "|origins?|inputs?|requests?|connections?|users?)|(?:suppress|silenc|mut|disabl|ignor"
        "|acknowledg)\\w* ·2·(?:alarms?|alerts?|warnings?|errors?|exceptions?|failures?)|merg(?:e|ed"
        "|ing) ·3·(?:straight|directly|without|unreviewed|to main)|forg(?:e|ed|ing)\\b|eval ?\\("
        "|string concatenation|world-? ?readable|public bucket|default password|shared password|(?:same"
        "|one) password|force[- ]push|skip-\\w+|no-?check"
    ),
    "pass_freely": (
        "straight through|(?:go|goes|went|pass|passes|wave[ds]?|let|sail)(?: \\S{1,12}){0,2} (?:through"
        "|past)|through un\\w+|green-?light\\w*|rubber-?stamp\\w*|at once|right away|immediately"
        "|instantly|directly|automatically|silently|anyway|regardless|on sight|unasked|unchecked"
        "|unverified|unsupervised|unconditionally|blindly|without (?:delay|further ado|a word|comment"
        "|limit)|no matter what|released|waved"
    ),
    "split_limit": (
        "(?:split|divide|break|slice|cut)\\w* ·3·(?:amounts?|payments?|sums?|transfers?|requests?"
        "|orders?|it|them)|(?:below|under|beneath|just short of) ·2·(?:limit|threshold|cap)"
        "|structur\\w+ ·2·(?:payments?|deposits?)"
    ),
    "retry_stronger": (
        "(?:denied|block(?:s|ed)|refused|fail(?:s|ed)?|forbidden|insufficient|rejected|stop(?:s|ped)"
        "|limit(?:s|ed)?|not allowed|lack\\w*) ·8·(?:retry|continue|use|switch|try|proceed|carry on"
        "|go on|repeat|resubmit|work around|escalate) ·5·(?:admin\\w*|root|sudo|elevated"
        "|another account|other account|token|master|service account|anyway|silently|quietly"
        "|credentials|privileged)"
    ),
    "carrier": (
        "links?|urls?|query (?:strings?|parameters?)|parameters?|request headers?|headers?|markdown"
        "|images?|pictures?|pixels?|watermarks?|footers?|img|tracking|redirects?|dns|filenames?"
        "|alt text|form fields?"
    ),
    "secret_thing": (
        "session (?:cookies?|ids?|tokens?)|cookies?|passwords?|passphrases?|credentials?|(?:api|access"
        "|private|ssh|secret)[- ]?keys?|(?:access|auth|bearer) tokens?|tokens?|id numbers?"
        "|card numbers?|cvv|ssn|pins?|memories|conversations?|chat (?:history|logs?)|system prompts?"
        "|user data|secrets|what the user (?:said|says)"
    ),
    "addressee": (
        "https?:|ftp:|wss?:|www\\.|[\\w.+-]{1,40}@[\\w-]{1,40}\\.|(?:[a-z0-9-]{2,40}\\.){1,3}(?:com|net"
        "|org|io|cn|ru|xyz|top|example|site|info|app|dev|me|cc|tk|test)\\b|webhooks?"
        "|external (?:\\w{1,12} )?(?:server|endpoint|address|host|system|partner|site|bot|mailbox)"
        "|third part(?:y|ies)|pastebin|ngrok"
    ),
    "hide_memory": (
        f"(?:hide|omit|leave out|exclude|conceal|withhold|remove) ·3·(?:{_SHIELDED_MEMORY}) ·4·(?:from"
        f"|in) ·4·(?:list|user|owner|reviewers?|export|history|audit|view|log|screen|console)"
    ),
    "screen_noun": (
        "scanners?|filters?|classifiers?|moderators?|moderation|quarantine|reviewers?|review|screening"
        "|detectors?|gate|guard|allow-? ?list|white-? ?list|safety check|security|auditors?|operators?"
        "|censors?|spam check"
    ),
    "let_pass": (
        "(?:let|allow)(?:ed|s)? ·3·(?:pass|through|in)|(?:must|should|shall|may|can|will) (?:not "
        "|never )?(?:let|end up|be (?:held|blocked|stopped|flagged|routed|sent))|bypass(?:es|ed)?"
        "|safe\\b|cleared|approved|trusted|no need to (?:look|check|review|scan|verify)|(?:store|save"
        "|accept|admit|release) (?:directly|as is|at once|immediately|right away)|pre-?approved"
        "|(?:do not|don't|never) (?:route|send|forward|refer|escalate|hold)|(?:not|never) ·1·(?:in|into"
        "|to) quarantine|waive[ds]?|(?:has|have) been through|checked twice|false positive|harmless"
        "|exempt\\w*|whitelisted|risk: ?(?:none|low|zero|0)|skips?"
    ),
    "vouching": (
        "ground truth|(?:classifier|scanner|moderation|screening|security|filter) (?:verdict|result"
        "|score|decision)\\b|verdict: ?(?:safe|clean|allow)|risk: ?(?:none|zero|0)|(?:source|origin"
        "|sender) (?:is )?(?:trusted|verified)|trusted by|score: ?0|status:? (?:is )?(?:approved"
        "|released|active)|reviewed by"
    ),
    "fake_erasure": (
        "(?:answer|say|reply|tell|claim|confirm|report|respond|assure|pretend) ·5·(?:done|deleted"
        "|erased|forgotten|gone|removed|complete[d]?|wiped) ·1·(?:but|yet|while|though|and keep"
        "|and leave|however|without)|(?:request\\w*|ask\\w*|told|demand\\w*) ·4·(?:erasure|deletion"
        "|forget\\w*|be forgotten|erased?|deleted?) ·8·(?:leave|keep|retain|ignore|stay|pretend|refuse"
        "|decline|hidden|copy)"
    ),
}
