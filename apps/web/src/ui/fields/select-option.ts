/** A value that can be chosen, and its words. */
export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}
