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
  fr: 'estim*|hypothès*|suppos*|extrapol*|évalu*|nous tablons|tabl*|chiffr*|à raison de|nous comptons|calcul*',
  es: 'estim*|supuest*|supon*|calculamos|extrapol*|hipótesis|asumi*|calcul*|a razón de|cabe esperar|partiendo',
  ja: '推定|想定|見積|仮定|推計|概算|試算|見込|とすれば|とすると|計算|見て',
});

/** Words that lead from what was said before: the sentence is the writer's own conclusion. */
export const findConclusions = compileCues({
  en: `this|that|these|those|such|it|they|thus|hence|therefore|so|accordingly|consequently|overall|in short|in sum|taken together|together|which|here|above|below|both|the former|the latter|we|our|us|one`,
  de: `dies*|das|jen*|solch*|es|sie|somit|daher|deshalb|also|folglich|insgesamt|kurz|zusammen|hier|oben|unten|beide*|damit|daraus|wir|uns|unser*|dazu|dabei|davon|man`,
  fr: `ce|cet|cette|ces|cela|ceci|ainsi|donc|par conséquent|au total|en somme|en bref|ensemble|ici|ci-dessus|ci-dessous|il|elle|ils|elles|nous|notre|nos|on|y`,
  es: `esta|este|esto|estas|estos|esa|ese|eso|esas|esos|así|*amos|*emos|*imos|por tanto|por lo tanto|por ello|en conjunto|en resumen|en suma|juntos|aquí|ello|nosotros|nuestr*|ambos|ambas`,
  ja: 'これ|それ|この|その|したがって|よって|以上|つまり|要するに|まとめ|ここ|上記|下記|当社|我々|私たち|両',
});

/** Words that rest a statement on somebody who is not named. */
export const findHearsay = compileCues({
  en: `studies show|research shows|studies suggest|surveys show|experts agree|experts say|analysts expect|analysts say|it is well known|it is widely known|as is well known|is widely regarded|is generally accepted|industry sources|observers say|according to experts|according to industry|according to analysts|it is known that|reportedly`,
  de: `studien zeigen|studien belegen|untersuchungen zeigen|experten zufolge|laut experten|nach expertenmeinung|fachleute sagen|analysten erwarten|bekanntlich|allgemein bekannt|branchenkenner*|umfragen zeigen|laut studien|es ist bekannt`,
  fr: `des études montrent|les études montrent|selon les experts|d'après les experts|selon des experts|les analystes|il est bien connu|comme chacun sait|on sait que|selon les analystes|les observateurs|des enquêtes montrent`,
  es: `los estudios muestran|los estudios demuestran|estudios muestran|según los expertos|según expertos|los analistas|es bien sabido|como es sabido|se sabe que|los expertos|las encuestas muestran`,
  ja: '研究によると|調査によると|専門家によると|専門家は|アナリスト|一般に知られ|周知|と言われ|とされている',
});

/** Subjects of the world outside an engagement. */
export const findWorld = compileCues({
  en: `council|city|municipal*|town|mayor|parents|passengers|users|shoppers|citizens|residents|farmers|patients|customers in|people in|market|markets|industry|industries|sector|sectors|competitor*|rival*|regulator*|regulation*|law|laws|legislation|government|parliament|ministry|commission|authority|authorities|consumer*|households|population|economy|inflation|suppliers|manufacturers|banks|central bank|union|unions|court|directive|tax authority|trade association|peers|incumbents|operators|retailers|analysts|investors|worldwide|europe|germany|france|spain|japan|china|the us|the eu|the uk`,
  de: `stadt*|gemeinde*|kommunal*|kommune*|bürger*|landkreis*|bauern|patienten|land|markt*|märkte*|branche*|sektor*|wettbewerber*|konkurren*|regulierer*|aufsicht*|gesetz*|verordnung*|richtlinie*|bundesregierung|regierung|ministeri*|kommission|behörde*|verbraucher*|haushalte*|bevölkerung|wirtschaft|inflation|lieferanten|hersteller|banken|zentralbank|gewerkschaft*|gericht*|verband|verbände|investoren|weltweit|europa|deutschland|frankreich|japan|china|usa|eu`,
  fr: `mairie|municipal*|commune*|région*|préfecture|ville|citoyen*|agriculteur*|clients|marché*|secteur*|branche*|industrie*|concurren*|régulateur*|réglement*|loi|lois|gouvernement|parlement|ministère|commission|autorité*|consommateur*|ménages|population|économie|inflation|fournisseurs|fabricants|banques|banque centrale|syndicat*|tribunal|directive|investisseurs|europe|allemagne|france|espagne|japon|chine|états-unis`,
  es: `junta|ayuntamiento|municipi*|ciudad*|provincia*|ciudadan*|agricultor*|mercado*|sector*|industria*|competidor*|competencia|regulador*|regulación|ley|leyes|gobierno|parlamento|ministerio|comisión|autoridad*|consumidor*|hogares|población|economía|inflación|proveedores|fabricantes|bancos|banco central|sindicato*|tribunal|directiva|inversores|europa|alemania|francia|españa|japón|china|estados unidos`,
  ja: '市は|市が|県|町|村|自治体|農家|国民|市場|業界|競合|他社|規制|法律|法令|政府|省|消費者|世帯|人口|経済|インフレ|メーカー|銀行|組合|裁判|投資家|欧州|日本|中国|米国|EU|世界',
});
