/** Tools that a roster file may allow for its agent. */
export const toolNames = ['search_context'] as const;
export type ToolName = (typeof toolNames)[number];
