/**
 * Returns the name of a column with its unit in brackets, unless the name has it: "Share (%)",
 * "Price (EUR)".
 */
export function nameWithUnit(name: string, unit: string | null): string {
  if (unit === null || unit.trim() === '') return name;
  const isSign = !/[\p{L}\d]/u.test(unit);
  const isNamed = name.toLowerCase().includes(isSign ? unit : `(${unit.toLowerCase()})`);
  return isNamed ? name : `${name} (${unit})`;
}
