import type { AskingWords } from './asking-words.ts';

const sets =
  '(?:sets?|set|decides?|decided|fix(?:es|ed)|agrees?|agreed|approves?|approved|defined?|defines|promised|demands?|demanded|requires?|required|expects?|expected|wants?|names?|named|chose|chosen|prefers?|preferred|gave|given|granted|allows?|allowed|signed|negotiated|settled|specified|signed off|voted|told us|insists on|laid down|prescribed|prescribes|communicated|announced|confirmed)';

/** Words before the noun that they describe: "for the whole programme". */
const describing =
  '(?:whole|entire|full|total|new|next|first|second|third|other|old|present|current|existing|coming|[\\p{L}-]{2,}(?:al|ic|ive|ous|able|ible|ary|ory))';
/** Words that end a name. */
const ending =
  '(?:that|which|who|is|are|was|were|has|have|had|will|would|must|should|can|may|and|or|in|on|by|at|to|with|from|until|before|after|than|not|as|so|if|but)\\b';

export const english: AskingWords = {
  nouns: {
    figure:
      /\b(?:budgets?|ceiling|cap|limits?|thresholds?|targets?(?! (?!for|of|in|by|that|which|is|set|and|or|we|the|to|at|on)[a-z])|quotas?|hurdle rate|discount rate|interest rate|rate|margins?|prices?|fees?|tariffs?|rents?|salar(?:y|ies)|wages?|grants?|loans?|subsid(?:y|ies)|headcount|capacity|shares?|volumes?|minimum|maximum|covenants?|reserves?|allowance|payback(?: period| time)?|return|deposits?|penalt(?:y|ies)|discounts?|turnover|growth|contribution|notice period|service level|(?:equity )?ratio|score|norm|standard|dividend|fares?|amount|frequency|subscription|royalt(?:y|ies))\b/gi,
    date: /\b(?:deadlines?|cut-?off(?: date)?|(?:\w+ )?dates?|handover|opening day|expiry|go-live)\b/gi,
    choice:
      /\b(?:sites?|locations?|suppliers?|vendors?|partners?|competitors?|cit(?:y|ies)|towns?|variants?|options?|scenarios?|segments?|markets?|candidates?|systems?|products?|models?|operators?|contractors?|stores?|branch(?:es)?|districts?|routes?|provider|countr(?:y|ies)|peers?)\b/gi,
  },
  amount: /budget|ceiling|\bcap\b|\blimits?\b|allowance/i,
  strong: /budget|ceiling|\bcap\b|threshold|quota|hurdle|discount rate|covenant|deadline|cut-?off|limit|target/i,
  families: {
    target: /\b(?:target(?:s|ed)?|goals?|aims?|aimed|objective|hurdle|required|desired|intended|planned|wanted)\b/i,
    most: /\b(?:max(?:imum|imal)?|at most|no more than|not exceed|ceiling|cap(?:ped)?|upper|limit(?:ed)?|up to|highest)\b/i,
    least: /\b(?:min(?:imum|imal)?|at least|no less than|lowest|floor|lower limit)\b/i,
    chosen:
      /\b(?:preferred|prefers|favou?red|favou?rite|chosen|chose|selected|shortlisted|nominated|designated|appointed)\b/i,
  },
  given: new RegExp(
    `\\b(?:the (?:board|council|bank|owners?|management|landlord|client|trust|ministry|city|parent|group|shareholders|investors?|union|partners?|founders?|family|committee|regulator|insurer|lender|minister|authority|customers?|agency|director)|we|they|our \\w+|head office|headquarters)(?: \\w+)? (?:has |have |had |will |would )?(?:recently |already |just |last \\w+ )?${sets}\\b|\\b${sets} (?:by|with|at|in) (?:the|our|its|their|us|last)\\b|\\b(?:has|have|had) ${sets}\\b|\\b(?:laid down|stated|set out|fixed|written) in (?:the|our)\\b|\\b(?:in|of) the (?:lease|contract|agreement|charter|treaty|minutes)\\b`,
    'i',
  ),
  usedBefore:
    /\b(?:within|below|under|above|over|against|meets?|reach(?:es)?|exceeds?|exceed|hits?|respects?|observes?|keeps? to|stays? (?:within|below|under)|by|before|until|using|uses?|apply|applies|assum(?:e|es|ing)|based on|at|achieves?|miss(?:es)?|fits?(?: into)?|(?:compar\w+|comparison|consistent|in line|compatible|compl(?:y|ies))\b[^.;]{0,60}\bwith|than|for|from|on|into|in)\s+(?:the|our|its|their|his|her|this|that|these)\s+(?:[\w’'-]+\s){0,3}$/i,
  usedAfter:
    /^[^.;]{0,40}\b(?:is met|is kept|is reached|is not exceeded|allows|permits|holds|suffices|is enough|covers)\b/i,
  soughtBefore:
    /\b(?:what|which|how (?:high|much|many|large|big|long)|calculat\w+|determin\w+|propos\w+|recommend\w*|(?<!\b(?:has|have|had) )sets?|defin\w+|suggest\w*|deriv\w+|estimat\w+|draw up|prepar\w+|work out|find|develop\w*|establish\w*|need|identif\w+|choos\w+|select|rank)\s+(?:(?:is|are|would be|should be|should|a|an|the|our|its|us|we|right|best)\s+){0,3}(?:[\w’'-]+\s){0,1}$/i,
  soughtAfter: /^[^.;,]{0,30}\b(?:do you recommend|should we|would be (?:right|needed)|is needed|are needed)\b/i,
  anyBefore: /\b(?:an?|any|each|every|no|per)\s+(?:[\w’'-]+\s){0,2}$/i,
  later:
    /\b(?:tb[dca]|to be (?:confirmed|announced|agreed|advised|defined|supplied)|will (?:be (?:told|sent|announced|confirmed|communicated|supplied)|follow)|we will (?:tell|let|send)|on request|under separate cover)\b/i,
  ownBefore:
    /(?<![\p{L}’'-])(?:(?!(?:the|our|its|their|his|her|this|that|these|an?|of|to|in|on|at|by|for|and|or|with|within|below|under|above|against|before|until|from|than)\s)[\p{L}’'-]+\s){1,3}$/iu,
  ownAfter: new RegExp(
    `^ (?:for|of) (?:(?:the|our|its|their|this|all|both) )*(?:${describing} (?!${ending}))*[\\p{L}-]{3,}`,
    'iu',
  ),
};
