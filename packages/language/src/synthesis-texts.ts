import type { Language } from './language.ts';

/** Name and description of the task that concludes a plan. */
export const synthesisTexts: Record<Language, { name: string; description: string }> = {
  en: {
    name: 'Board paper',
    description:
      'Write the paper for who decides, from all other documents: the answer first, the figures that carry it, what the documents disagree on, what remains open, and the next steps.',
  },
  de: {
    name: 'Entscheidungsvorlage',
    description:
      'Die Vorlage für diejenigen, die entscheiden, aus allen anderen Dokumenten: zuerst die Antwort, dann die Zahlen, die sie tragen, worin sich die Dokumente widersprechen, was offen bleibt, und die nächsten Schritte.',
  },
  fr: {
    name: 'Note de décision',
    description:
      'Rédiger la note pour ceux qui décident, à partir de tous les autres documents : la réponse d’abord, les chiffres qui la portent, ce sur quoi les documents divergent, ce qui reste ouvert, et les prochaines étapes.',
  },
  es: {
    name: 'Informe para la decisión',
    description:
      'Redactar el informe para quienes deciden, a partir de todos los demás documentos: primero la respuesta, las cifras que la sostienen, en qué discrepan los documentos, qué queda abierto y los próximos pasos.',
  },
  ja: {
    name: '意思決定資料',
    description:
      '他のすべての文書から、意思決定者のための資料を作成する。まず結論、次にそれを支える数値、文書間の相違点、残る論点、次のステップを示す。',
  },
};
