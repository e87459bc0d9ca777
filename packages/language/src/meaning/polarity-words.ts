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
