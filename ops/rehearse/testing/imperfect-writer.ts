import type { FakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';

type Responder = Parameters<FakeLlmServer['respondWith']>[0];

/**
 * The paper of a writer who is good and bad in known ways, on the case `tram-depot`: of three facts
 * it states two and misses the end of the contract; it names the contradiction; it takes the cost
 * of 2022 for today's (a trap) but not the supplier's claim; it has one of two figures right; it
 * invents a figure (€75,000) and alters one of three quotes.
 */
const imperfectPaper = `# Maintenance at Nordhavn

The depot keeps 64 trams.[^1] Maintenance costs €0.95 per kilometre.[^2] Of the cost, 26.2 percent went to outside
workshops: €1.1 million / €4.2 million = 26.2 percent.

The report counts 9 trams that stand still for want of parts, the fleet manager 12.[^3] Both cannot be right.

Better planning would save €75,000 a year.

[^1]: depot-report.md: “The depot at Nordhavn keeps 64 trams.”
[^2]: fleet-note.md: “In 2022 maintenance cost €0.95 per km.”
[^3]: fleet-note.md: “On a working day a dozen trams wait for their parts.”
`;

/**
 * Answers every call for a document with the imperfect paper. The built-in writer gives the
 * structured answers.
 */
export const writeImperfectly: Responder = (request) =>
  request.response_format == null ? imperfectPaper : null;
