/** Most colleagues that a lead may ask about one task. A third opinion costs as much as the first and changes little. */
export const maxQuestionsOfLead = 2;

/** A colleague may ask one other colleague: enough for a fact from another field, too few for a committee. */
export const maxQuestionsOfColleague = 1;

/** Depth 1 is lead to colleague, depth 2 colleague to colleague. A task therefore has at most 4 consultations. */
export const maxDepth = 2;

/** Largest part of a task's fair share of the budget for its consultations. The rest must pay for the document. */
export const maxShareOfMoney = 0.25;
