import type { Language } from '@ecp/language/language';

/** The words of the section that states what a document goes on from without an answer (contract 11). */
export const assumptionsTexts: Record<Language, { title: string; asked: (question: string) => string }> = {
  en: { title: 'Assumptions', asked: (question) => `not answered yet: ${question}` },
  de: { title: 'Annahmen', asked: (question) => `noch nicht beantwortet: ${question}` },
  fr: { title: 'Hypothèses', asked: (question) => `sans réponse à ce jour : ${question}` },
  es: { title: 'Supuestos', asked: (question) => `sin respuesta por ahora: ${question}` },
  ja: { title: '前提', asked: (question) => `未回答：${question}` },
};
