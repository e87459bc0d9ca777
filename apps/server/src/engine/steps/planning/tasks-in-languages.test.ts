import { expect, test } from 'vitest';
import { loadRoster } from '../../agents/roster.ts';
import { assignAgent, taskKindOf } from './normalize-tasks.ts';

const roster = await loadRoster();
type Case = [name: string, kind: string, agent: string];

// The kinds and agents that a reader of the language would choose.
const cases: Record<string, Case[]> = {
  de: [
    ['Marktanalyse Italien', 'analysis', 'market-research-analyst'],
    ['Wettbewerbsvergleich der Anbieter', 'analysis', 'market-research-analyst'],
    ['Marktstudie zu Wärmepumpen', 'research', 'market-research-analyst'],
    ['Kundenbefragung und Bedürfnisse', 'research', 'customer-insight-researcher'],
    ['Ursachenanalyse des Umsatzrückgangs', 'analysis', 'data-analyst'],
    ['Preisstrategie für das neue Abonnement', 'strategy', 'pricing-strategist'],
    ['Strategische Optionen', 'strategy', 'corporate-strategist'],
    ['Wachstumsstrategie 2030', 'strategy', 'corporate-strategist'],
    ['Empfehlung zur Exportentscheidung', 'strategy', 'engagement-director'],
    ['Umsetzungsplan mit Meilensteinen', 'plan', 'programme-manager'],
    ['Fahrplan für die Einführung', 'plan', 'programme-manager'],
    ['Schulungsplan für die Mitarbeiter', 'plan', 'change-lead'],
    ['Wirtschaftlichkeitsrechnung und Cashflow', 'financial', 'financial-modeller'],
    ['Kosten und Erlöse der Wärme', 'financial', 'commercial-finance-partner'],
    ['Deckungsbeiträge und Rentabilität nach Kanal', 'financial', 'commercial-finance-partner'],
    ['Markenpositionierung und Tonalität', 'creative', 'brand-strategist'],
    ['Werbekampagne und Slogan', 'creative', 'digital-marketing-strategist'],
    ['Risikobewertung der Lieferkette', 'analysis', 'supply-chain-analyst'],
    ['Datenschutz-Folgenabschätzung', 'analysis', 'data-protection-adviser'],
    ['Engpassanalyse der Abläufe im Lager', 'analysis', 'operations-consultant'],
    ['Systemarchitektur und Schnittstellen', 'analysis', 'solution-architect'],
    ['Personalbedarf und Rollen in der Organisation', 'analysis', 'organisation-designer'],
  ],
  fr: [
    ['Analyse du marché italien', 'analysis', 'market-research-analyst'],
    ['Étude de marché des pompes à chaleur', 'research', 'market-research-analyst'],
    ['Paysage concurrentiel et tendances', 'research', 'market-research-analyst'],
    ['Enquête auprès des clients et besoins', 'research', 'customer-insight-researcher'],
    ['Analyse des causes de la baisse des ventes', 'analysis', 'data-analyst'],
    ['Stratégie de prix du nouvel abonnement', 'strategy', 'pricing-strategist'],
    ['Options stratégiques', 'strategy', 'corporate-strategist'],
    ['Stratégie de croissance 2030', 'strategy', 'corporate-strategist'],
    ['Recommandation sur la décision d’exporter', 'strategy', 'engagement-director'],
    ['Plan de mise en œuvre et jalons', 'plan', 'programme-manager'],
    ['Feuille de route du déploiement', 'plan', 'programme-manager'],
    ['Plan de formation du personnel', 'plan', 'change-lead'],
    ['Business case et flux de trésorerie', 'financial', 'financial-modeller'],
    ['Prévision budgétaire sur cinq ans', 'financial', 'financial-modeller'],
    ['Marges et rentabilité par canal', 'financial', 'commercial-finance-partner'],
    ['Positionnement de marque', 'strategy', 'brand-strategist'],
    ['Campagne et slogan', 'creative', 'digital-marketing-strategist'],
    ['Évaluation des risques de la chaîne d’approvisionnement', 'analysis', 'supply-chain-analyst'],
    ['Protection des données personnelles', 'analysis', 'data-protection-adviser'],
    ['Diagnostic des processus et goulots', 'analysis', 'operations-consultant'],
    ['Architecture du système d’information', 'analysis', 'solution-architect'],
    ['Organisation et rôles', 'analysis', 'organisation-designer'],
  ],
  es: [
    ['Análisis del mercado italiano', 'analysis', 'market-research-analyst'],
    ['Estudio de mercado de bombas de calor', 'research', 'market-research-analyst'],
    ['Competidores y tendencias', 'research', 'market-research-analyst'],
    ['Encuesta a clientes y necesidades', 'research', 'customer-insight-researcher'],
    ['Análisis de las causas de la caída', 'analysis', 'data-analyst'],
    ['Estrategia de precios de la suscripción', 'strategy', 'pricing-strategist'],
    ['Opciones estratégicas', 'strategy', 'corporate-strategist'],
    ['Estrategia de crecimiento 2030', 'strategy', 'corporate-strategist'],
    ['Recomendación sobre la decisión de exportar', 'strategy', 'engagement-director'],
    ['Plan de implantación e hitos', 'plan', 'programme-manager'],
    ['Hoja de ruta del despliegue', 'plan', 'programme-manager'],
    ['Plan de formación del personal', 'plan', 'change-lead'],
    ['Caso de negocio y flujo de caja', 'financial', 'financial-modeller'],
    ['Previsión presupuestaria a cinco años', 'financial', 'financial-modeller'],
    ['Márgenes y rentabilidad por canal', 'financial', 'commercial-finance-partner'],
    ['Posicionamiento de marca', 'strategy', 'brand-strategist'],
    ['Campaña y eslogan', 'creative', 'digital-marketing-strategist'],
    ['Evaluación de riesgos de la cadena de suministro', 'analysis', 'supply-chain-analyst'],
    ['Protección de datos personales', 'analysis', 'data-protection-adviser'],
    ['Diagnóstico de procesos y cuellos de botella', 'analysis', 'operations-consultant'],
    ['Arquitectura de sistemas de información', 'analysis', 'solution-architect'],
    ['Organización y roles', 'analysis', 'organisation-designer'],
  ],
  ja: [
    ['イタリア市場分析', 'analysis', 'market-research-analyst'],
    ['ヒートポンプの市場調査', 'research', 'market-research-analyst'],
    ['競合動向の調査', 'research', 'market-research-analyst'],
    ['顧客アンケートとニーズ', 'research', 'customer-insight-researcher'],
    ['売上減少の原因分析', 'analysis', 'data-analyst'],
    ['新サービスの価格戦略', 'strategy', 'pricing-strategist'],
    ['戦略の選択肢', 'strategy', 'corporate-strategist'],
    ['2030年の成長戦略', 'strategy', 'corporate-strategist'],
    ['輸出の意思決定に関する提言', 'strategy', 'engagement-director'],
    ['導入計画とマイルストーン', 'plan', 'programme-manager'],
    ['展開のロードマップ', 'plan', 'programme-manager'],
    ['職員の研修計画', 'plan', 'change-lead'],
    ['ビジネスケースと資金繰り', 'financial', 'financial-modeller'],
    ['5年間の予算予測', 'financial', 'financial-modeller'],
    ['チャネル別の利益と収益性', 'financial', 'commercial-finance-partner'],
    ['ブランドのポジショニング', 'strategy', 'brand-strategist'],
    ['キャンペーンとスローガン', 'creative', 'digital-marketing-strategist'],
    ['サプライチェーンのリスク評価', 'analysis', 'supply-chain-analyst'],
    ['個人情報の取り扱い', 'analysis', 'data-protection-adviser'],
    ['業務プロセスのボトルネック分析', 'analysis', 'operations-consultant'],
    ['システムアーキテクチャ', 'analysis', 'solution-architect'],
    ['組織と役割', 'analysis', 'organisation-designer'],
  ],
};

// Names that the terms were not written for.
const further: Record<string, [name: string, kind: string][]> = {
  de: [
    ['Marktpotenzial und Zielgruppen', 'research'],
    ['Prüfung der Auslastung der Werkstätten', 'analysis'],
    ['Investitionsplan bis 2030', 'financial'],
    ['Maßnahmen für den Vorstand', 'strategy'],
    ['Projektplan für die Umstellung', 'plan'],
    ['Gewinnprognose je Filiale', 'financial'],
    ['SWOT-Analyse', 'analysis'],
    ['Zukunftsbild und Leitbild der Bibliothek', 'strategy'],
    ['Texte für die Startseite', 'creative'],
    ['Interviews mit Händlern', 'research'],
    ['Schwachstellen im Einkauf', 'analysis'],
  ],
  fr: [
    ['Potentiel du marché et cibles', 'research'],
    ['Diagnostic de la capacité des ateliers', 'analysis'],
    ['Plan de financement', 'financial'],
    ['Mesures proposées au conseil', 'strategy'],
    ['Calendrier du projet', 'plan'],
    ['Choix du nom et slogan', 'creative'],
    ['Prévision de trésorerie', 'financial'],
    ['Analyse SWOT', 'analysis'],
    ['Vision à dix ans', 'strategy'],
    ['Rédaction de la page d’accueil', 'creative'],
    ['Entretiens avec les revendeurs', 'research'],
    ['Points faibles des achats', 'analysis'],
  ],
  es: [
    ['Potencial del mercado y público', 'research'],
    ['Diagnóstico de la capacidad de los talleres', 'analysis'],
    ['Plan de financiación', 'financial'],
    ['Medidas para el consejo', 'strategy'],
    ['Calendario del proyecto', 'plan'],
    ['Nombre de marca y lema', 'creative'],
    ['Previsión de tesorería', 'financial'],
    ['Análisis DAFO', 'analysis'],
    ['Visión a diez años', 'strategy'],
    ['Redacción de la página de inicio', 'creative'],
    ['Entrevistas con distribuidores', 'research'],
    ['Puntos débiles de las compras', 'analysis'],
  ],
  ja: [
    ['市場規模と対象顧客の調査', 'research'],
    ['工場の稼働能力の診断', 'analysis'],
    ['資金調達計画', 'financial'],
    ['経営会議向けの施策', 'strategy'],
    ['プロジェクトの日程', 'plan'],
    ['商品名とキャッチコピー', 'creative'],
    ['キャッシュフロー予測', 'financial'],
    ['SWOT分析', 'analysis'],
    ['10年後のビジョン', 'strategy'],
    ['トップページの文章とコンテンツ', 'creative'],
    ['販売店へのヒアリング', 'research'],
    ['購買の課題', 'analysis'],
  ],
};

// LAN-5
test.each(
  Object.entries(further).flatMap(([language, list]) =>
    list.map((one) => [language, ...one] as const),
  ),
)('%s: %s is %s', (_, name, kind) => {
  expect(taskKindOf({ name, description: '' })).toBe(kind);
});

// LAN-5, PLN-2
test.each(
  Object.entries(cases).flatMap(([language, list]) =>
    list.map((one) => [language, ...one] as const),
  ),
)('%s: %s', (_, name, kind, agent) => {
  const task = { name, description: '' };
  expect([taskKindOf(task), assignAgent(task, roster).slug]).toEqual([kind, agent]);
});
