/** Why a grid has stopped or failed. Null elsewhere for one that is answered, or that a person has stopped. */
export const gridEndReasons = ['budget_exceeded', 'engine_refused'] as const;
