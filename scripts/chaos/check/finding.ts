/** One broken promise. `rule` names it; `detail` says where, for a person. */
export interface Finding {
  rule: string;
  detail: string;
}
