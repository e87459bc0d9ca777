import { compileCues } from './find-cues.ts';

/** Words that go with a way to compute a figure. None of them alone makes a figure computed. */
export const findTotals = compileCues({
  en: 'total*|together|combined|sum|in all|altogether|overall|in aggregate|jointly|add* up|comes to|come to|amount* to|cumulative*|aggregate|all',
  de: 'zusammen|insgesamt|summe*|gesamt*|in summe|addier*|kumuliert*|alles in allem|alle|zusammengenommen|summieren',
  fr: 'ensemble|au total|total*|somme|cumul*|en tout|additionn*|globalement|totalis*|tous|toutes',
  es: 'en total|total*|suma*|juntos|juntas|conjunto|en conjunto|acumulad*|sumados|sumadas|todos|todas',
  ja: '合計|合わせ|あわせ|総|計(?!画)|累計|全体|合算',
});
export const findAverages = compileCues({
  en: 'weighted|average*|mean|on average|per year on average|typical*',
  de: 'gewichtet*|durchschnitt*|mittel|mittelwert|im schnitt|mittlere*|gemittelt',
  fr: 'pondér*|moyenne*|moyen|en moyenne',
  es: 'ponder*|promedio*|media|de media|medio|por término medio',
  ja: '平均|加重',
});
export const findShares = compileCues({
  en: 'share|shares|proportion|portion|of the|of all|of total|of its|of their|accounts for|accounting for|accounted for|make* up|made up|represent*|percentage|out of|part|contribut*|rate|ratio|penetration|quota',
  de: 'anteil*|quote*|von den|der|des|entfall*|entfiel*|macht* aus|machen|stellt*|stellen|beitrag*|trägt|teil|rate|ausmach*|prozent der|aller',
  fr: 'part|parts|proportion*|représent*|soit|taux|des|du|de la|constitu*|quote-part|pèse*|contribu*',
  es: 'cuota|proporción|parte|represent*|supone*|tasa|porcentaje|de los|de las|del|de la|aport*|equival*|concentra*|peso',
  ja: '割合|比率|占め|シェア|構成比|のうち|率|当たる|相当',
});
export const findDifferences = compileCues({
  en: 'difference|gap|differ*|more than|less than|fewer than|higher than|lower than|above|below|ahead of|behind|by|exceed*|short of|shortfall|surplus|lead|margin|more|less|fewer|extra|additional|spread|excess|left|balance|save*|saving*|compared with|compared to|against|versus|distance|apart|between the two|lie between|separat*|diverg*|disagree*|higher|lower|larger|smaller',
  de: 'unterschied*|differenz*|abstand*|lücke*|mehr|weniger|höher|niedriger|über|unter|um|vorsprung|plus|minus|fehlbetrag|überschuss|zusätzlich*|gegenüber|im vergleich|verglichen|spar*|einspar*|übersteig*|rest|bleib*|trenn*|zwischen den|liegen zwischen|auseinander|klaff*|abweich*|weich* ab|weicht|differier*|entfernt|darüber|darunter|oberhalb|unterhalb',
  fr: "diffèr*|différ*|diverg*|sépar*|éloign*|plus haut*|plus bas*|entre les deux|manqu*|au-dessus|au-dessous|en dessous|déduction|déduit*|écart*|différence*|plus que|plus de|moins que|moins de|supérieur*|inférieur*|de plus|de moins|dépass*|excédent|déficit|avance|supplémentaire*|économi*|reste*|solde|d'écart|par rapport|comparé*|contre|davantage",
  es: 'diferencia*|brecha|más que|menos que|más de|superior*|inferior*|por encima|por debajo|supera*|excede*|déficit|superávit|ventaja|adicional*|ahorr*|queda*|saldo|respecto|frente a|comparad*|más|menos|separ*|discrep*|difier*|diverg*|distan*|entre ambas|entre ambos|entre las dos|entre los dos|falta*',
  ja: '差|上回|下回|多い|少ない|高い|低い|超過|不足|余|節約|増|減|開き|比べ|対し|隔たり|ずれ|乖離|離れ|食い違|違',
});
export const findRates = compileCues({
  en: 'per|each|a head|apiece|an hour|a day|a week|a month|a year|every|for each|unit|cost of one|per-|annual*|yearly|monthly|weekly|daily|hourly|divided by|divided among|spread over|spread across|shared among|split between|split among|works out at|equates to',
  de: 'geteilt|umgerechnet|umgelegt|gerechnet|verteilt auf|rechnerisch|je|pro|per|jede*|stück*|kopf|täglich*|monatlich*|jährlich*|wöchentlich*|stündlich*|im jahr|im monat|am tag|*monats|*jahres',
  fr: "réparti*|rapporté*|ramené*|divisé*|par|chaque|l'unité|unitaire|annuel*|mensuel*|quotidien*|hebdomadaire*|horaire|l'heure|journalier*|tous les mois|l'an",
  es: 'repartid*|dividid*|a razón de|equivale*|por|cada|unitari*|per cápita|anual*|mensual*|diari*|semanal*|al año|al mes|a la semana|al día|la unidad',
  ja: 'あたり|当たり|につき|ごと|毎|単価|で割|割ると|ならすと|均すと|平均すると|換算|月間|年間|日額|月額|年額|一人|1人|１人|1件|1台|週',
});
export const findCompound = compileCues({
  en: 'cagr|compound*|annual growth|per year|a year|annually|per annum|p.a.|annualised|annualized|on average|each year|yearly',
  de: 'cagr|pro jahr|jährlich*|im jahresdurchschnitt|p. a.|p.a.|jahreswachstum|durchschnittlich*|wachstumsrate|im jahr|im schnitt|je jahr',
  fr: "tcac|tcam|l’an|l'an|taux de croissance annuel|par an|annuel*|en moyenne|croissance annuelle|chaque année",
  es: 'tcac|tcca|compuest*|tasa de crecimiento anual|anual*|al año|por año|crecimiento anual|de media|cada año',
  ja: 'CAGR|年平均|伸び率|1年当たり|一年当たり|年率|年間平均|毎年|複利',
});
export const findIndexes = compileCues({
  en: 'index|indexed|base|indices',
  de: 'index|indiziert*|indexwert*|basis',
  fr: 'indice*|base|indexé*',
  es: 'índice*|base|indexad*',
  ja: '指数|インデックス|基準',
});
export const findMargins = compileCues({
  en: 'margin*|profitability|return on sales|of revenue|of sales',
  de: '*marge*|rendite|umsatzrendite|rentabilität|handelsspanne|spanne',
  fr: 'marge*|rentabilité|taux de marge',
  es: 'margen*|márgenes|rentabilidad',
  ja: '利益率|マージン|粗利|利幅|収益率',
});
export const findPaybacks = compileCues({
  en: 'payback|pay* back|paid back|pay* for itself|pay* for themselves|paid for itself|pay* itself back|recoup*|break even|break-even|amorti*|recover*|earn* back|returns the|cover* the price|cover* the cost|cover* its cost',
  de: 'amorti*|rechnet sich|rechnen sich|zurückverdien*|wieder verdient|verdient|bezahlt gemacht|bezahlt|macht sich|eingespielt|wieder drin|gedeckt|wieder hereinge*|payback|rentiert|refinanzier*|hereinge*',
  fr: 'amorti*|rentabilis*|récupér*|retour sur investissement|remboursé*|délai de retour|payback|rentable en',
  es: 'amortiz*|recuper*|retorno|plazo de recuperación|payback|se paga|rentabiliz*',
  ja: '回収|取り戻|まかな|元が取れ|ペイバック|償却',
});
export const findRemainders = compileCues({
  en: 'remaining|remainder|rest|other|others|the balance|left|leaves|leaving|leftover|residual|remain*',
  de: 'übrig*|restlich*|rest|verbleib*|andere*|bleib*|sonstig*|anderen',
  fr: 'reste*|restant*|autres|autre|solde|surplus|complément',
  es: 'resto|restante*|demás|otro|otros|otra|otras|queda*|sobra*',
  ja: '残り|残る|その他|他の|ほか|残',
});
export const findSuperlatives = compileCues({
  en: 'highest|largest|biggest|most|greatest|top|leading|strongest|best|lowest|smallest|least|fewest|weakest|worst|cheapest|dearest|fastest|slowest|longest|shortest|youngest|oldest|busiest',
  de: 'höchst*|größt*|meist*|stärkst*|best*|niedrigst*|kleinst*|wenigst*|geringst*|schwächst*|schlechtest*|billigst*|günstigst*|teuerst*|schnellst*|langsamst*|längst*|kürzest*|spitze*',
  fr: 'le plus|la plus|les plus|le moins|la moins|les moins|premier|première|meilleur*|pire*|plus grand*|plus petit*',
  es: 'el más|la más|los más|las más|el mayor|la mayor|el menor|la menor|los mayores|las mayores|el que más|la que más|el que menos|la que menos|mejor|peor|primer|primera|más alt*|más baj*',
  ja: '最も|最大|最高|最多|最小|最低|最少|一番|首位|トップ|最長|最短|最速|最下位',
});
