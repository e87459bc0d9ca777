/** The themes that a decision turns on. */
export type Theme = 'cost' | 'time' | 'risk' | 'rule';

/** Words of each theme in every language. */
const patterns: Record<Theme, RegExp> = {
  cost: /\b(?:cost\w*|prices?|priced|paid|pays?|payment|fees?|tariffs?|invest\w*|budget|savings?)\b|(?<!\p{L})(?:kost\p{L}*|preis\p{L}*|bezahl\p{L}*|gebühr\p{L}*|invest\p{L}*|coût\p{L}*|coûte\p{L}*|prix|paie\p{L}*|payé\p{L}*|tarifs?|coste\p{L}*|cuesta\p{L}*|precios?|pag[aoó]\p{L}*|tarifas?)(?!\p{L})|費用|価格|単価|料金|支払|投資|予算|円/iu,
  time: /\b(?:waiting|wait|takes?|took|delivered|deliver(?:y|ies)|until|by the end|deadline|months?|weeks?|days?)\b|(?<!\p{L})(?:wart\p{L}*|dauer\p{L}*|liefer\p{L}*|frist\p{L}*|monate?n?|wochen?|tagen?|attente|délais?|livr\p{L}*|durée|mois|semaines?|jours|espera|plazos?|entreg\p{L}*|duración|mes(?:es)?|semanas?|días)(?!\p{L})|期間|待ち|納期|期限|か月|カ月|ヶ月|週間|日間/iu,
  risk: /\b(?:risks?|fires?|fail\w*|delays?|losses|lost|accidents?|penalt\w*|warrant\w*|shortage|short of|failure|outages?|covenant|injur\w*)\b|(?<!\p{L})(?:risik\p{L}*|brand|brände\p{L}*|ausfall\p{L}*|ausfäll\p{L}*|verzöger\p{L}*|verlust\p{L}*|unfall\p{L}*|vertragsstrafe\p{L}*|garantie\p{L}*|mangel|risques?|incendies?|pannes?|retards?|pertes?|accidents?|pénalités?|garanties?|pénurie|riesgos?|incendios?|fallos?|retrasos?|pérdidas?|accidentes?|penalizaci\p{L}*|garantías?|escasez)(?!\p{L})|リスク|危険|火災|故障|遅延|損失|事故|違約|保証|不足/iu,
  rule: /\b(?:rules?|laws?|requires?|required|regulations?|ministry|concessions?|grants?|licen[cs]es?|permits?|subsid\w*|support|scheme|forbidden|allowed|may not|must)\b|(?<!\p{L})(?:regel\p{L}*|gesetz\p{L}*|vorschr\p{L}*|verordnung\p{L}*|ministeri\p{L}*|konzession\p{L}*|förder\p{L}*|zuschuss|zuschüsse|genehmig\p{L}*|verboten|pflicht\p{L}*|règles?|lois?|règlement\p{L}*|ministère|concessions?|subventions?|aides?|autoris\p{L}*|interdit\p{L}*|obligatoire|reglas?|normas?|leyes|ley|reglamento|ministerio|concesi\p{L}*|subvenci\p{L}*|ayudas?|permisos?|prohib\p{L}*|obligatori[oa]s?)(?!\p{L})|規則|法律|法令|条例|規制|省|許可|補助|助成|義務|禁止/iu,
};
const themes: readonly Theme[] = ['cost', 'time', 'risk', 'rule'];

/** Returns what of a decision a text speaks about: its price, its time, its risks, the rules for it. */
export function readThemes(text: string): Theme[] {
  return themes.filter((theme) => patterns[theme].test(text));
}
