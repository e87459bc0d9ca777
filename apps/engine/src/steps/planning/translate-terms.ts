import { findLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';

/**
 * A term: the English words of kinds and skills, then the beginnings of its German, French, Spanish and Japanese forms.
 */
type Term = readonly [en: string, de: string, fr: string, es: string, ja: string];

const isTerm = (cells: readonly string[]): cells is Term => cells.length === 5;

/**
 * Consulting terms in five languages, each row a term. The forms are regular expressions. Task kinds and agents' skills
 * are in English, so a task in another language is read through the terms.
 */
const consultingTerms: readonly Term[] = String.raw`
market; markt; marché; mercado; 市場|マーケット(?!ing)
competitor; wettbewerb|konkurren|mitbewerb; concurren; competi(?:dor|tiv|encia); 競合|競争
benchmarking; benchmark|leistungsvergleich; benchmark|étalonnage; benchmark|comparativ; ベンチマーク|他社比較
research; recherche|forsch|studie|erhebung; recherche|étude; investigaci|estudio; 調査|リサーチ
survey; umfrage|befragung; enquête|sondage; encuesta; アンケート
interviews; interview; entretiens; entrevista; インタビュー|ヒアリング
trends; trend; tendance; tendencia; 動向|トレンド
customer; kunde; client; client; 顧客|お客
audience needs; zielgruppe|bedürfnis; besoin|public cible; necesidad|público objetivo; ニーズ|利用者
data; daten(?!schutz); données(?! personnelles); datos(?! personales); データ(?!保護)
analysis; analys; analys; análisis|analiz; 分析
root causes; ursache; causes?(?!\p{L}); causas?(?!\p{L}); 原因|要因
assessment; bewertung|beurteilung|prüfung|untersuchung|diagnose; évaluation|diagnostic|audit|bilan; evaluación|diagnóstico|auditoría; 評価|診断|監査
gap assessment; schwachstelle|schwäche|lücke; points faibles|lacunes?(?!\p{L})|écarts?(?!\p{L}); puntos débiles|debilidad|brecha|dafo; 課題|弱点|ギャップ
comparison; vergleich; comparaison|comparatif; comparación; 比較
risk; risik; risque; riesgo; リスク
regulatory compliance; compliance|regulatori|rechtlich|vorschrift; conformité|réglement|juridique; cumplimiento|normativ|jurídic; コンプライアンス|規制|法務|法令
gdpr data protection privacy; datenschutz|dsgvo|personenbezogen; protection des données|données personnelles|rgpd; protección de datos|datos personales|rgpd; 個人情報|データ保護|プライバシー
contract review; vertrag(?!en)|verträge; contrat; contratos?(?!\p{L}); 契約
bottleneck; engpass|engpäss; goulots?|goulets?; cuellos? de botella; ボトルネック
capacity; kapazität|auslastung; capacité; capacidad; 能力|キャパシティ
process mapping operations; prozess|abläufe|ablauf; processus; proceso; 業務|プロセス
quality control; qualitäts; contrôle (?:de la )?qualité; control de calidad; 品質
baseline; ausgangslage|ist-zustand|bestandsaufnahme; état des lieux|situation initiale; situación (?:de partida|inicial|actual)|línea base; 現状
kpi metrics; kennzahl; indicateur; indicador; 指標
segmentation; segmentier; segmentation; segmentación; セグメント
strategy; strateg; stratég; estrat[eé]g; 戦略
options; optionen|handlungsmöglichkeit|alternativen|szenari; options?(?!\p{L})|alternative|scénario; opci(?:ón|ones)|alternativa|escenario; 選択肢|オプション|シナリオ
recommendation; empfehlung; recommand|préconis; recomend; 提言|推奨|勧告
decision; entscheid|beschluss; décision|décider; decisi|decidir; 意思決定|決定
pricing price; preis; prix|tarif; precio|tarifa; 価格|料金|プライシング
growth; wachstum; croissance; crecimiento; 成長
positioning; positionierung; positionnement; posicionamiento(?! web); ポジショニング
business model; geschäftsmodell; modèle (?:économique|d.affaires); modelo de negocio; ビジネスモデル|事業モデル
vision; leitbild|vision; vision; visión; ビジョン
portfolio; portfolio|sortiment; portefeuille; cartera; ポートフォリオ
prioritisation; prioris|priorität; priori[st]; priori[zd]; 優先
planning; planung|plan(?!et); planification|plans?(?!\p{L}); planificación|plan(?:es)?(?!\p{L}); 計画|プラン
implementation; umsetzung|einführung|implementierung; mise en (?:œuvre|oeuvre)|déploiement; implantación|implementación|puesta en marcha|despliegue; 導入|実施|展開
roadmap; fahrplan; feuille de route; hoja de ruta; ロードマップ|工程
milestones schedule; meilenstein|zeitplan|terminplan; jalon|calendrier|échéancier; hitos?(?!\p{L})|calendario|cronograma; マイルストーン|スケジュール|日程
launch go-to-market; markteinführung|markteintritt|markterschließ; lancement|entrée sur le marché|mise sur le marché; lanzamiento|entrada en el mercado|salida al mercado; 市場参入|発売|立ち上げ|販路
migration; migration|umstellung; migration; migración; 移行
measures; maßnahmen(?!plan); mesures; medidas; 施策|対策
project; projekt; projet; proyecto; プロジェクト
financial model; finanz; financi; financier; 財務|ファイナンス
business case; business case|wirtschaftlichkeit|investitionsrechnung; business case|étude de rentabilité|retour sur investissement; caso de negocio|viabilidad económica|retorno de la inversión; 事業性|ビジネスケース|投資対効果|採算
financial budget funding; (?:investitions|finanz|finanzierungs|budget|kosten|liquiditäts)plan(?:ung)?; plan de financement|plan d.investissement|budget prévisionnel; plan de financiación|plan de inversi(?:ón|ones); (?:資金調達|資金|投資|財務|収支)計画
costs; kosten; coût; costes?(?!\p{L})|costos?(?!\p{L}); コスト|費用|原価
budget; budget|haushalts|etat(?!ion); budget; presupuest; 予算
revenue; umsatz|erlös|ertrag; chiffre d.affaires|recettes; ingresos|facturación; 売上|収入
margin; marge|deckungsbeitrag|gewinn; marge|bénéfice; margen|márgenes|beneficio; 利益|マージン|粗利
cash flow forecast; cashflow|cash-flow|liquidität; trésorerie; flujo de caja|tesorería|liquidez; キャッシュフロー|資金繰り
funding investment appraisal; finanzierung|investition; financement|investissement; financiación|inversión|inversiones; 投資|資金調達
forecast; prognose|hochrechnung; prévision; previsi|pronóstico|proyecci; 予測|見通し
unit economics profitability; stückkosten|rentabilität|profitabilität; rentabilité|coûts? unitaires?; rentabilidad|costes? unitarios?; 収益性|ユニットエコノミクス
brand; marken|marke(?!t); marque; marcas?(?!\p{L}); ブランド
naming; namensfindung|benennung; choix (?:du|d.un) nom; elección de(?:l)? nombre; ネーミング|名称
campaign; kampagne|werbe|werbung; campagne|publicit; campaña|publicit; キャンペーン|広告
content copywriting editorial; werbetext|texte(?!\p{L})|redaktion|inhalte; rédaction(?:nel)?|contenu|éditorial; redacción|contenido|editorial; コピーライティング|コンテンツ|編集|記事
slogan tagline; slogan|claim; slogan|accroche; eslogan|lema; スローガン|キャッチコピー
messaging tone of voice; tonalität|botschaft; ton (?:éditorial|de la marque)|messages?(?!\p{L}); tono|mensajes?(?!\p{L}); (?<!ス)トーン|メッセージ
newsletter social media; newsletter|soziale[nr]? medien|social media; newsletter|réseaux sociaux; boletín|redes sociales; SNS|ニュースレター|メルマガ
digital marketing channel seo; online-?marketing|digitalmarketing|suchmaschin; marketing digital|référencement; marketing digital|posicionamiento web|buscadores; デジタルマーケティング|SEO|検索
supply chain procurement sourcing; lieferkette|beschaffung|einkauf; chaîne d.approvisionnement|approvisionnement|achats; cadena de suministro|aprovisionamiento|compras; サプライチェーン|調達|購買
logistics inventory; logistik|lagerbest|lagerhalt; logistique|stocks; logística|existencias|inventario; 物流|在庫
supplier; lieferant|zulieferer; fournisseur; proveedor; 仕入先|サプライヤー
change management adoption; veränderung|change-?management|akzeptanz; conduite du changement|changement; gestión del cambio|cambio; チェンジマネジメント|変革|定着
training; schulung|weiterbildung; formation; formación|capacitación; 研修|トレーニング
stakeholder communication; stakeholder|kommunikation; parties prenantes|communication; partes interesadas|comunicación; ステークホルダー|コミュニケーション
organisation design structure roles; organisation|rollen; organisation|organigramme|rôles; organizaci|organigrama|estructura organizativa; 組織|役割
workforce hiring; personalbedarf|personalplan|fachkräfte|recruiting; recrutement|effectifs; contratación de personal|plantilla|selección de personal; 採用|人員|人材
solution architecture systems; systemarchitektur|it-architektur|systemlandschaft; architecture|systèmes? d.information; arquitectura|sistemas de información; システム|アーキテクチャ
technology integration; software|technologie|schnittstelle; logiciel|technologie|intégration; software|tecnología|integración; ソフトウェア|テクノロジー|システム連携
cyber security; it-sicherheit|cybersicherheit|informationssicherheit; cybersécurité|sécurité informatique; ciberseguridad|seguridad informática; セキュリティ
product; produkt(?!ion|ivität); produits?(?!\p{L}); productos?(?!\p{L}); 製品|商品|プロダクト
product discovery feature; produktentwicklung|funktionsumfang; fonctionnalité; funcionalidad; 機能|製品開発
service design customer journey; servicedesign|service-design|kundenreise|customer journey; parcours (?:client|usager)|conception de service; experiencia del cliente|diseño de servicio; サービスデザイン|カスタマージャーニー|顧客体験
accessibility; barrierefrei; accessibilité; accesibilidad; アクセシビリティ|バリアフリー
sales; vertrieb|absatz(?!\p{L}); ventes?(?!\p{L})|commerciale?(?!\p{L}); ventas|comercial; 営業|販売
executive summary board paper; zusammenfassung|vorstandsvorlage|abschlussbericht; synthèse|rapport final; resumen ejecutivo|informe final|síntesis; 要約|最終報告|エグゼクティブサマリー
`
  .trim()
  .split('\n')
  .map((row) => {
    const cells = row.split('; ');
    if (!isTerm(cells)) throw new Error(`A consulting term lacks a language: ${row}`);
    return cells;
  });

type Foreign = Exclude<Language, 'en'>;
/** A consulting term of a text: its English words and its place. */
interface FoundTerm {
  english: string;
  start: number;
  end: number;
}

const columns: readonly Foreign[] = ['de', 'fr', 'es', 'ja'];
/** German joins words, and Japanese has no spaces. */
const joinsWords: Record<Foreign, boolean> = { de: true, fr: false, es: false, ja: true };
const terms: Record<Foreign, { english: string; pattern: RegExp }[]> = { de: [], fr: [], es: [], ja: [] };
for (const [english, ...forms] of consultingTerms) {
  for (const [index, language] of columns.entries()) {
    const source = `(?:${forms[index] ?? ''})`;
    terms[language].push({
      english,
      pattern: new RegExp(joinsWords[language] ? source : `(?<!\\p{L})${source}`, 'giu'),
    });
  }
}

/** Returns the language of a task: by its words, else by its terms. Null if neither tells. */
export function languageOfTask({ name, description }: { name: string; description: string }): Language | null {
  const text = `${name}. ${description}`;
  return findLanguage(name) ?? findLanguage(text) ?? findByTerms(text);
}

function findByTerms(text: string): Language | null {
  const counts = columns.map((language) => ({ language, count: findTerms(text, language).length }));
  const [first, second] = counts.sort((one, other) => other.count - one.count);
  return first && first.count > (second?.count ?? 0) ? first.language : null;
}

/**
 * Finds the consulting terms of a text in a language, in their order. English texts need none. Null reads all
 * languages.
 */
function findTerms(text: string, language: Language | null): FoundTerm[] {
  const read = columns.filter((column) => language === null || language === column);
  return read
    .flatMap((column) => terms[column])
    .flatMap(({ english, pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({ english, start: match.index, end: match.index + match[0].length })),
    )
    .sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns a text with the English words of its consulting terms behind it. */
export function withEnglishTerms(text: string, language: Language | null): string {
  return [text, ...new Set(findTerms(text, language).map(({ english }) => english))].join(' ');
}

const prepositions =
  / (?:für|der|des|den|dem|im|in|am|an|auf|zur|zum|von|vom|mit|bei|beim|als|nach|über|aus|unter|durch|gegen|bis) | in[: ]/iu;

/**
 * Returns the English words of the term that a name is about: the last one before a preposition in German
 * (Marktanalyse), the first one in French and Spanish (analyse du marché), the last one in Japanese. Else ''.
 */
export function headTerm(name: string, language: Language | null): string {
  const [main = ''] = name.split(/[:：(（–—]| - /, 1);
  if (language === 'fr' || language === 'es') return findTerms(main, language)[0]?.english ?? '';
  const [before = ''] = language === 'ja' ? [main] : main.split(prepositions, 1);
  const found = findTerms(before, language);
  return found.toSorted((one, other) => other.end - one.end || one.start - other.start)[0]?.english ?? '';
}
