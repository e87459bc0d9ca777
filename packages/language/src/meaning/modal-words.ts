import { compileCues, type FindCues } from './find-cues.ts';

/** May as a month: "in May", "since early May", "May 2024", "12 May". */
const month =
  /(?<=\b(?:in|of|since|by|until|till|from|to|through|between|and|early|mid|late|last|every|[0-9]{1,2}\.?)[ -])May\b|\bMay(?=,? \d)/gu;

const withoutMonths =
  (find: FindCues): FindCues =>
  (text, language) =>
    find(
      text.replace(month, (words) => '#'.repeat(words.length)),
      language,
    );

/** Words of possibility: what they stand beside is no fact. */
export const findPossibilities = withoutMonths(
  compileCues({
    en: `may|might|could|possibl*|perhaps|maybe|potential*|conceivabl*|would|if|whether|consider*|under review|under discussion|discuss*|explor*|examin*|undecided|not yet decided|appears|seems|seem|appear|suspect*|suggest*|unclear|uncertain*|not ruled out|not excluded|cannot be ruled out|likely|unlikely|probabl*|presumabl*|proposal|proposed|draft|option`,
    de: `könnt*|kann|können|möglich*|möglicherweise|vielleicht|eventuell|evtl|potenziell*|potentiell*|würde*|dürfte*|falls|ob|erwäg*|erwog*|erwogen*|prüft|geprüft*|geprüft|diskutier*|überleg*|wahrscheinlich*|vermutlich*|voraussichtlich*|scheint|scheinen|offenbar|unklar|denkbar|nicht ausgeschlossen|vorschlag*|vorgeschlagen*|entwurf|option`,
    fr: `pourrai*|peut|peuvent|possibl*|éventuel*|peut-être|potentiel*|serai*|aurai*|si|envisag*|étudi*|à l'étude|examin*|discut*|probabl*|vraisembl*|sembl*|paraît|incertain*|pas exclu*|risque de|risquent de|propos*|projet|option|*rait|*raient`,
    es: `podrí*|puede|pueden|posibl*|quizá*|tal vez|eventual*|potencial*|serí*|habrí*|si|estudi*|consider*|valor*|en estudio|discut*|probabl*|parec*|incierto*|no se descarta*|no se excluye*|propuest*|propon*|borrador|opción|acaso|*aría|*arían|*ería|*erían|*iría|*irían`,
    ja: 'かもしれ|可能性|おそらく|恐らく|検討|であろう|だろう|見込|思われ|考えられ|もし|場合|仮に|得る|うる|議論|提案|案|恐れ|ようだ|らしい|みられ|予想',
  }),
);

/** Words of plans, expectations and duty: what they stand beside has not happened yet. */
export const findIntentions = compileCues({
  en: `will|shall|plan*|intend*|expect*|aim*|target*|goal*|forecast*|project|projects|projected|projection*|should|must|estimate*|hope*|want*|propos*|recommend*|ought|scheduled|due to|set to|going to|ambition*|seek*|wish*|promis*|commit*|assum*|planned`,
  de: `wird|werden|plan*|geplant*|will|wollen|beabsichtig*|erwart*|ziel*|soll|sollen|sollte*|muss|müssen|prognos*|vorgesehen*|vorhaben|hoff*|strebt*|anstreb*|angestrebt*|empfehl*|empfohlen*|schätz*|geschätzt*|absicht*|annahme*|möchte*|versprech*`,
  fr: `prévoi*|prévu*|prévoy*|prévision*|compte *er|compte *ir|compte *ire|compte *dre|compte *ttre|comptent *er|comptent *ir|comptent *ire|comptent *dre|comptent *ttre|entend|entendent|vise|visent|objectif*|devra*|devrai*|doit|doivent|sera|seront|aura|auront|va|vont|souhait*|espèr*|attend*|recommand*|plan*|projet*|veut|veulent|supposé*|hypothès*`,
  es: `prevé*|prevén|previst*|prevision*|planea*|planific*|pretend*|espera*|objetivo*|debe|deben|debería*|será|serán|tendrá|va a|van a|estim*|quier*|dese*|recomiend*|recomend*|plan|planes|proyect*|supuest*|intención|aspir*`,
  ja: '予定|計画|つもり|目標|目指|期待|見通し|方針|べき|したい|予測|想定|推定|推奨|希望|意向|見積|はず',
});

/** Words that give a cause or an effect. */
export const findCauses = compileCues({
  en: `because|because of|due to|owing to|led to|leads to|leading to|lead to|caus*|as a result|result of|results from|resulted in|resulted from|resulting from|thanks to|driven by|drove|drives|driver*|owes|attributable|attributed to|therefore|thereby|hence|consequently|brought about|explains|explained by|stems from|stemmed from|triggered|triggers|so that|which is why|on account of|prompted|responsible for|boosted|made possible by`,
  de: `weil|da|wegen|aufgrund|auf grund|infolge*|dadurch|deshalb|daher|deswegen|somit|führt* zu|führten zu|geführt|verursach*|bewirk*|ursache*|grund|gründe*|dank|bedingt|ausgelöst|löste* aus|auslös*|zurückzuführen|folge|folgen|ergab sich|erklärt sich|beruht auf|lag an|liegt an|lagen an|getrieben|treiber`,
  fr: `parce que|parce qu'|car|en raison|à cause|grâce à|grâce au|grâce aux|dû à|due à|dus à|dues à|dû au|due au|provoqu*|entraîn*|caus*|donc|conséquen*|résult*|s'explique*|expliqu*|découl*|d'où|suite à|suite au|sous l'effet|imputable*|conduit à|mené à|a permis|puisque|ce qui explique`,
  es: `porque|debido a|debido al|a causa|gracias a|gracias al|por culpa|provoc*|caus*|ocasion*|por eso|por ello|por tanto|por lo tanto|consecuencia*|result*|se debe a|se debe al|se debió a|se debió al|se deben a|se debieron|explic*|deriv*|llevó a|condujo a|ya que|puesto que|a raíz|motiv*|impuls*|dado que|pues`,
  ja: 'ため|ので|から(?=[、。])|により|によって|原因|理由|結果|おかげ|せいで|起因|引き起こ|もたらし|招い|影響で|したがって|よって|だから|背景に|要因|つなが|繋が',
});

/** Words that leave no doubt that something is only possible or planned. */
export const findOpenOutcomes = withoutMonths(
  compileCues({
    en: 'may|might|could|would|possibly|perhaps|maybe|considers|considering|is considering|under review|plans to|planned to|planning to|intends to|intend to|hopes to|aims to|expects to|is expected to|are expected to|likely to|proposes to|wants to|is to|are to',
    de: 'könnte*|dürfte*|würde*|möglicherweise|vielleicht|eventuell|erwägt|erwägen|plant|planen|beabsichtigt|will|wollen|möchte*|hofft|voraussichtlich|soll|sollen|erwartet|prüft|denkbar|möglich',
    fr: 'pourrai*|peut-être|éventuellement|envisage*|prévoi*|prévu*|serai*|aurai*|souhaite*|espère*|devrai*|étudie*|compte *er|compte *ir|compte *ire|compte *dre|compte *ttre|comptent *er|comptent *ir|comptent *ire|comptent *dre|comptent *ttre|veut|veulent|possible|*erait|*eraient|*irait|*iraient|*rait|*raient',
    es: 'podrí*|quizá*|tal vez|prevé*|planea*|pretende*|sería*|habría*|espera*|quiere*|debería*|estudia*|contempla*|posible|*aría|*arían|*ería|*erían|*iría|*irían',
    ja: 'かもしれ|可能性|検討|予定|見込|計画|だろう|であろう|目指|意向|方針|とみられ|恐れ|たいと',
  }),
);
