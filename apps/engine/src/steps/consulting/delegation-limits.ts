/** Colleagues that a lead may ask about one task: a third opinion costs as much as the first and changes little. */
export const maxQuestionsOfLead = 2;

/** A colleague who was asked may ask one other: enough for a fact of another field, too little for a committee. */
export const maxQuestionsOfColleague = 1;

/** Lead to colleague is 1, colleague to colleague 2; there it ends, so a task has at most 4 consultations. */
export const maxDepth = 2;

/** What a task's consultations may cost, of its fair share of the engagement's money: the document must stay payable. */
export const maxShareOfMoney = 0.25;
