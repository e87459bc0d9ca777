import { translated } from '../../base/language/translate.ts';

/**
 * What each line of the AI-use statement may support (docs/ai-use.md), without claims about duties.
 */
export const aiUseHelpTexts = translated({
  title: 'What the AI-use statement serves',
  description:
    'Which provisions each line may support. It is no legal advice: a line supports what your firm itself shows, and fulfils no duty.',
  columns: { line: 'Line of the statement', act: 'EU AI Act, Article 50', iso: 'ISO/IEC 42001' },
  none: 'None asks for it',
  lines: {
    lead: 'Title and opening: AI was used, for what, for whom',
    documents: 'Documents: words of agents and of people',
    models: 'Models: provider, calls, tokens, cost',
    checks: 'Checks, and what stayed open',
    reviews: 'Reviews and approvals: who, when',
    releases: 'Releases: which version, to whom',
    attestations: 'Attestations: who stands by which versions',
    dossier: 'The whole, dated, in a sealed dossier',
  },
  provisions: {
    title: 'The provisions in short',
    disclosure:
      'Whoever publishes generated text to inform the public on matters of public interest discloses it, unless people reviewed it and somebody holds editorial responsibility.',
    exposure:
      'The information is clear and distinguishable, and comes with the first exposure at the latest.',
    roles: 'AI roles and responsibilities',
    resources: 'Resource documentation; tooling resources',
    monitoring:
      'Operation and monitoring of AI systems; monitoring, measurement, analysis and evaluation',
    logs: 'Recording of event logs of AI systems',
    parties: 'Information for interested parties; communication',
    use: 'Processes for responsible use of AI systems',
    others: 'Allocating responsibilities; suppliers; customers',
    records: 'Documented information',
  },
  limits: {
    title: 'What it does not serve',
    list: [
      'Article 50(1): whoever talks with an AI system is told so at once. The statement comes later.',
      'Article 50(2): providers mark generated text in a form that machines read. A paper for people is no such mark.',
      'It says that a person approved, not how thoroughly they read.',
      'Records of one engagement are no management system. Look provisions up before you rely on them.',
    ],
  },
});
