/**
 * Most colleagues that a lead may ask about one task. A third opinion costs as much as the first and changes little.
 */
export const maxQuestionsOfLead = 2;

/** Largest part of a task's fair share of the budget for its consultations. The rest must pay for the document. */
export const maxShareOfMoney = 0.25;
