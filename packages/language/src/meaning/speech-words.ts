import { compileCues } from './find-cues.ts';

/** Words of a recommendation, a plan, an assumption or a question: no statement of fact. */
export const findProposals = compileCues({
  en: `should|recommend*|propos*|suggest*|we would|would|could|may|might|must|need|needs|let us|plan*|aim*|target*|goal*|option*|consider|if|whether|step*|phase*|next|will|shall|assum*|our view|we believe|we think|in our judgement|in our judgment|we see|question*|hypothes*|worth|ought|priority|prioriti*|start|begin|define|set|agree|review|test|ensure|pilot*|budget*|scenario*|advis*|ask|want*|please|criteria|risk*|expect*|likely`,
  de: `soll*|empfehl*|empfohlen*|vorschlag*|vorschlagen|schlagen*|würde*|könnte*|kann|können|muss|müssen|braucht*|plan*|geplant*|ziel*|option*|variante*|falls|wenn|ob|schritt*|phase*|nächste*|wird|werden|annahme*|angenommen*|annehm*|unseres erachtens|wir meinen|wir sehen|frage*|hypothese*|priorit*|prüfen|szenari*|rat*|lohnt|risik*|bitte|vermutlich|wahrscheinlich|dürfte*`,
  fr: `devrai*|devons|doit|doivent|recommand*|propos*|suggér*|pourrai*|peut|peuvent|faut|faudra*|plan*|objectif*|option*|si|étape*|phase*|prochain*|sera|seront|hypothès*|supposon*|à notre avis|nous pensons|nous estimons|question*|priorit*|scénario*|conseill*|mieux vaut|risque*|convien*|voudra*|aura|auront|va|vont|verra*|permettra*`,
  es: `debe*|debería*|recomend*|recomiend*|propon*|propuest*|suger*|sugier*|podría*|puede*|hay que|plan*|objetivo*|opción*|opciones|si|paso*|fase*|próxim*|será|serán|hipótesis|suponemos|supuesto*|a nuestro juicio|creemos|pregunta*|priorid*|escenario*|conviene*|aconsej*|riesgo*|tendrá*|va a|van a|habrá*|necesit*|permitirá*`,
  ja: 'べき|推奨|提案|勧め|すすめ|検討|必要|計画|目標|案|もし|場合|段階|フェーズ|ステップ|次|仮定|想定|考え|問い|質問|優先|シナリオ|予定|しましょう|ください|たい|見込|可能|リスク|望まし|だろう|でしょう',
});

/** Words that call a figure the writer's own estimate or assumption. */
export const findEstimates = compileCues({
  en: 'estimat*|assum*|extrapolat*|our own calculation|rule of thumb|guess*|ballpark|we reckon|back-of-the-envelope|we put|at a guess|by our count',
  de: 'schätz*|geschätzt*|annahme*|annehmen|angenommen*|unterstell*|hochgerechnet*|hochrechn*|überschlag*|faustregel*|schätzung*|gehen wir von|wir gehen von|rechnen wir|wir rechnen|kalkulier*',
  fr: 'estim*|hypothès*|suppos*|extrapol*|évalu*|nous tablons|tabl*|chiffré*|chiffrer*|chiffrons|chiffrage*|à raison de|nous comptons|calcul*',
  es: 'estim*|supuest*|supon*|calculamos|extrapol*|hipótesis|asumi*|calcul*|a razón de|cabe esperar|partiendo',
  ja: '推定|想定|見積|仮定|推計|概算|試算|見込|とすれば|とすると|計算|見て',
});

/** Words that rest a statement on somebody who is not named. */
export const findHearsay = compileCues({
  en: `studies show|research shows|studies suggest|surveys show|experts agree|experts say|analysts expect|analysts say|it is well known|it is widely known|as is well known|is widely regarded|is generally accepted|industry sources|observers say|according to experts|according to industry|according to analysts|it is known that|reportedly`,
  de: `studien zeigen|studien belegen|untersuchungen zeigen|experten zufolge|laut experten|nach expertenmeinung|fachleute sagen|analysten erwarten|bekanntlich|allgemein bekannt|branchenkenner*|umfragen zeigen|laut studien|es ist bekannt`,
  fr: `des études montrent|les études montrent|selon les experts|d'après les experts|selon des experts|les analystes|il est bien connu|comme chacun sait|on sait que|selon les analystes|les observateurs|des enquêtes montrent`,
  es: `los estudios muestran|los estudios demuestran|estudios muestran|según los expertos|según expertos|los analistas|es bien sabido|como es sabido|se sabe que|los expertos|las encuestas muestran`,
  ja: '研究によると|調査によると|専門家によると|専門家は|アナリスト|一般に知られ|周知|と言われ|とされている',
});
