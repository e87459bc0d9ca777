/** Tools that a roster file may allow for its agent. `read_document` reads a task's own material and needs no permission. */
export const toolNames = ['search_context', 'read_document'] as const;
export type ToolName = (typeof toolNames)[number];
