import { compileCues, type FindCues } from './find-cues.ts';

/** Japanese forms with ない that deny nothing: かもしれない is "may", 少ない is "few". */
const noNegation =
  /かもしれ(?:ない|ません)|に(?:違い|ちがい)ない|少な[いくか]|なければ(?:ならない|なりません)|だけでなく|のみならず|なくなる|間もなく|まもなく|何となく|ではないか/gu;

/** Words that negate what they stand beside. */
export const findNegations: FindCues = (text, language) =>
  findNegating(
    text.replace(noNegation, (words) => '〓'.repeat(words.length)),
    language,
  );

const findNegating = compileCues({
  en: `not|no|never|none|nobody|nothing|neither|nor|cannot|*n't|without|nowhere`,
  de: 'nicht|kein*|nie|niemals|niemand*|nichts|weder|ohne|keinesfalls|keineswegs|nirgend*',
  fr: `pas|ne|n'|aucun*|jamais|personne|rien|sans|ni|nul|nulle|nullement|guère`,
  es: 'no|nunca|jamás|nadie|nada|ningún|ninguno|ninguna|ningunos|ningunas|sin|tampoco|ni',
  ja: 'ない|なかっ|ません|なく|ず、|ずに|せず|れず|いえず|無し|なし|未(?=[\\p{Script=Han}])|非(?=[\\p{Script=Han}])|不(?=[\\p{Script=Han}])|無(?=[\\p{Script=Han}])|ぬ(?=[。、])|皆無|ゼロ',
});

/** Words that deny without a negation: a claim may say by them what its source says by "not". */
export const findDenials = compileCues({
  en: `rule* out|ruled out|refus*|reject*|declin* to|den*|lack*|fail*|avoid*|exclud*|stop*|no longer|hardly|barely|scarcely|rarely|seldom|few|absent|absence|missing|prevent*|forbid*|forbidden|prohibit*|ban|banned|bans|block*|unable|impossible|unlikely|unwilling|un*|cancel*|abandon*|withdr*|oppos*|against|instead of|rather than|free of|less|zero|except*|end*|discontinu*|abolish*|remov*|only|until|unless|yet to|remain* open|still|only`,
  de: `ausgeschlossen|schließ* aus|schloss* aus|ablehn*|lehn* ab|abgelehnt|verweiger*|fehl*|mangel*|verzicht*|vermeid*|kaum|selten|wenig*|verhinder*|verbiet*|verbot*|untersag*|unmöglich|un*|gegen|statt|anstatt|außer*|nur|lediglich|erst|noch|eingestellt|beende*|scheiter*|*los|*frei|null|entfäll*|entfallen|offen|frei`,
  fr: `refus*|rejet*|exclu*|manqu*|absence|absent*|évit*|renonc*|rarement|peu|empêch*|interdi*|impossible*|contre|au lieu|sauf|seul*|uniquement|encore|annul*|échou*|échec|dépourvu*|exempt*|zéro|cess*|arrêt*|im*|in*|ir*|hors|à peine`,
  es: `rechaz*|exclu*|descart*|falt*|carec*|ausencia|ausente*|evit*|renunci*|apenas|raramente|poc*|impid*|impedir|prohib*|imposible*|contra|en lugar|en vez|salvo|excepto|sólo|solo|solamente|únicamente|todavía|aún|cancel*|fracas*|niega*|negó|negar*|neg*|deniega*|cero|cesó|dej* de|in*|im*`,
  ja: '拒|否|除|避|欠|不足|中止|廃止|禁|断|反対|まだ|のみ|だけ|限|撤|外|失|止|難|困',
});

/** Words of growth and of more. */
export const findRises = compileCues({
  en: `rise|rises|rose|risen|rising|grow|grows|grew|grown|growing|growth|increas*|climb*|gain|gains|gained|gaining|up|higher|expand*|expansion|jump*|surg*|soar*|improv*|doubl*|tripl*|rais*|exceed*|accelerat*|upturn|uplift|upward*|widen*|strengthen*|added|adds|recover*|more|dearer|costlier|more expensive|above|ahead|over and above|additional|extra`,
  de: `steig*|stieg*|gestiegen*|anstieg*|zunahme*|zunehm*|zunahm*|nahm* zu|nimmt zu|nehmen zu|zugenommen*|wachs*|wuchs*|wächst|gewachsen*|wachstum*|zuwachs*|erhöh*|gewann*|höher*|plus|mehr|verdoppel*|verdreifach*|verbesser*|zugelegt|legte* zu|legen zu|legt zu|zulegen|ausgebaut|ausgeweitet|kletter*|gesteigert*|steiger*|übertr*|übertroffen|aufwärts*|stärker|hinzu|hinzukam*|kamen hinzu|teurer*|verteuer*|über|darüber|zusätzlich*|gewinn|legte*`,
  fr: `hausse*|augment*|croissan*|croît|croît|cru|crû|crût|accru*|accroî*|accroi*|progress*|mont*|gagn*|plus élevé*|supérieur*|doubl*|tripl*|améliorat*|amélior*|bond*|relev*|dépass*|accélér*|renforc*|grimp*|s'élève de|de plus|davantage|plus cher*|renchéri*|au-dessus|supplémentaire*|accru*`,
  es: `sub*|aument*|crec*|creci*|alza*|increment*|ascend*|gan*|mayor*|super*|duplic*|triplic*|mejor*|elev*|acelera*|al alza|repunt*|ampli*|más|encarec*|por encima|adicional*`,
  ja: '増|上昇|伸び|伸長|成長|拡大|上回|高ま|高く|向上|改善|アップ|プラス|倍増|上が|値上|高い|多い|多く',
});

/** Words of decline and of less. */
export const findFalls = compileCues({
  en: `fall|falls|fell|fallen|falling|declin*|decreas*|drop*|shrink*|shrank|shrunk|down|lower*|reduc*|loss|losses|lose|loses|lost|losing|cut|cuts|cutting|slip*|sank|sink*|sunk|plung*|contract|contracts|contracted|contracting|contraction*|worsen*|halv*|deteriorat*|slump*|downturn|downward*|slow*|narrow*|weaken*|shortfall|fewer|less|eas*|dip|dips|dipped|retreat*|saving*|saves|saved|cheaper|less expensive|below|behind|under|short of`,
  de: `sink*|sank*|gesunken*|senk*|gesenkt*|fall|fällt|fallen|fiel|fielen|gefallen*|rückgang*|rückgäng*|zurückgegang*|ging* zurück|geht zurück|gehen zurück|zurückgehen|abnahme*|abnehm*|abgenommen*|nahm* ab|nimmt ab|nehmen ab|schrumpf*|geschrumpft*|verlust*|verlor*|verlier*|niedriger*|minus|weniger|halbier*|reduzier*|verringer*|verschlechter*|einbruch|eingebrochen|brach* ein|gekürzt|kürz*|nachgelass*|ließ nach|abgeschwächt|abwärts*|verminder*|geringer*|schwächer*|einspar*|gespart|billiger*|günstiger*|verbillig*|unter|darunter|nachgeb*|gab nach|büßte*|eingebüßt`,
  fr: `baiss*|diminu*|recul*|chut*|tomb*|décroi*|décru*|déclin*|perd*|perte*|réduc*|rédui*|moins élevé*|inférieur*|ralenti*|dégrad*|repli*|repl*|contract*|détérior*|abaiss*|fléchi*|régress*|dégringol*|économis*|moindre*|de moins|moins cher*|moins|au-dessous|en dessous|sous`,
  es: `baj*|disminu*|descen*|desciend*|ca[eíy]*|cayó|cayeron|reduc*|reduj*|pérdida*|perd*|pierd*|menor*|inferior*|retroce*|empeor*|recort*|contrac*|desaceler*|merm*|ahorr*|a la baja|caída*|menos|abarat*|por debajo|más barat*`,
  ja: '減|下落|低下|縮小|下回|落ち|低く|悪化|マイナス|半減|下が|下げ|削減|割り込|値下|安く|安い|少ない|少なく',
});

/** Names of a whole statement of profits and losses, and of results before or after a cost: they tell neither. */
const neither =
  /profits? (?:and|or|\/) ?loss(?:es)?|profits?\s?[(/]\s?loss(?:es)?\)?|loss(?:es)? ?\/ ?profits?|Gewinn-? ?(?:und|\/|oder) ?-?Verlust\p{L}*|pertes? et (?:profits|gains)|profits? et pertes?|pérdidas y ganancias|ganancias y pérdidas|(?:before|after|net of|pre|post|vor|nach|avant|après|antes de|después de)[ -](?:interest(?: and tax(?:es)?)?|tax(?:es|ation)?|Zinsen und Steuern|Zinsen|Steuern|impôts?|impuestos|intereses(?: e impuestos)?)|税引[前後]/giu;
const masked =
  (find: FindCues): FindCues =>
  (text, language) =>
    find(
      text.replace(neither, (words) => '〓'.repeat(words.length)),
      language,
    );

/** Words that call an amount a loss, a lack or a debt. */
export const findLosses = masked(
  compileCues({
    en: 'loss|losses|lost|lose|loses|losing|deficit*|shortfall*|negative|debt|debts|overdraft*|outflow*|below zero|in the red|minus|burned|burnt|loss-making|drain',
    de: '*verlust|*verluste|*verlusts|*verlustes|*verlusten|verlor*|verlier*|*fehlbetrag*|*defizit|*defizite|*defizits|negativ*|*schulden|verschuldung|*abfluss|*abflüsse|rote zahlen|roten zahlen|minus|unterdeckung',
    fr: 'perte*|perd|perdu*|perdent|déficit*|négati*|dette*|endettement|découvert|dans le rouge|moins-value*|insuffisance',
    es: 'pérdida*|perdi*|perdió|pierd*|déficit*|negativ*|deuda*|números rojos|descubierto|minusvalía*|quebranto*',
    ja: '損失|赤字|欠損|負債|不足|流出|マイナス|債務',
  }),
);

/** Words that call an amount a profit or a surplus. */
export const findProfits = masked(
  compileCues({
    en: 'profit*|surplus*|positive|gain|gains|gained|earn|earns|earned|earning|inflow*|in the black|plus',
    de: '*gewinn|*gewinne|*gewinns|*gewinnen|*gewinnes|*überschuss|*überschüsse|*überschusses|positiv*|verdien*|*zufluss|*zuflüsse|schwarze zahlen|schwarzen zahlen|plus',
    fr: 'bénéfice*|bénéficiaire*|excédent*|positi*|gain|gains|gagn*|profit*|plus-value*',
    es: 'beneficio*|superávit|positiv*|ganancia*|gan|ganó|ganaron|excedente*|plusvalía*|lucro*',
    ja: '利益|黒字|純益|プラス|流入|余剰|もうけ|儲け',
  }),
);

/** Words for what flows out. Tables show such amounts with a minus or in brackets, and texts without. */
export const findOutflows = masked(
  compileCues({
    en: 'cost*|expens*|charge*|depreciation|amorti*|tax*|interest|capex|capital expenditure|invest*|purchas*|payment*|repay*|dividend*|write-down*|write-off*|impairment*|wage*|salar*|rent|rents|provision*|spend*|spent|outlay*|paid|deduct*|discount*|rebate*|allowance*|acquisition*|cash used|used in|overhead*|fees|subsidies',
    de: '*kosten|*aufwand|*aufwendungen|*aufwands|*aufwendung|*abschreibungen|*abschreibung|*steuer|*steuern|*zinsen|*zins|*investitionen|*investition|*auszahlungen|*auszahlung|*zahlungen|*tilgung|*dividende|*dividenden|*miete|*mieten|*löhne|*gehälter|*rabatte|*ausgaben|*rückstellungen|*gebühren',
    fr: 'coût*|charge*|dépens*|amortissement*|impôt*|taxe*|intérêt*|investissement*|achat*|remboursement*|dividende*|salaire*|loyer*|remise*|dépréciation*|provision*|frais|décaissement*|versement*',
    es: 'coste*|costo*|gasto*|amortizaci*|depreciaci*|impuesto*|interés|intereses|inversi*|pago*|compra*|dividendo*|salario*|sueldo*|alquiler*|descuento*|deterioro*|provisi*|desembolso*|reembolso*',
    ja: '費|原価|支出|税金|法人税|利息|投資|償却|配当|返済|値引|支払',
  }),
);
