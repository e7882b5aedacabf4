/** A company, and when it began to queue, in seconds of the wall clock. */
export type Company = { name: string; id: string; queuedAt: number };

/** A document that is done: when, and how long it was worked on, in seconds. */
export type Finished = { companyId: string; at: number; took: number };

/** `order` is by the time of finishing. Companies are in the order in which they queued. */
export function measureFairness(companies: Company[], order: Finished[]) {
  const own = companies.map(({ id }) => order.filter(({ companyId }) => companyId === id));
  const tenths = Array.from({ length: 10 }, (_, n) => {
    const part = order.slice(0, Math.round(((n + 1) * order.length) / 10));
    return companies.map(
      ({ id }, at) => part.filter(({ companyId }) => companyId === id).length / own[at]!.length,
    );
  });
  const begin = Math.min(...companies.map(({ queuedAt }) => queuedAt));
  const end = order.at(-1)?.at ?? begin;
  return {
    seconds: end - begin,
    /** Share of its own documents that each company had finished at each tenth of all. */
    tenths,
    contested: measureContest(companies, own, order),
    companies: companies.map(({ name, queuedAt }, at) => {
      const documents = own[at]!;
      const took = documents.reduce((sum, document) => sum + document.took, 0) / documents.length;
      const firstAfter = (documents[0]?.at ?? Number.NaN) - queuedAt;
      const lastAfter = (documents.at(-1)?.at ?? Number.NaN) - queuedAt;
      return {
        name,
        documents: documents.length,
        took,
        firstAfter,
        firstInDocuments: firstAfter / took,
        lastAfter,
        lastShare: ((documents.at(-1)?.at ?? begin) - begin) / (end - begin),
      };
    }),
  };
}

/** From when the last has queued until the first is through: what each had of it, and Jain's index, 1 for equal. */
function measureContest(companies: Company[], own: Finished[][], order: Finished[]) {
  const from = Math.max(...companies.map(({ queuedAt }) => queuedAt));
  const until = Math.min(...own.map((documents) => documents.at(-1)?.at ?? from));
  const within = order.filter(({ at }) => at >= from && at <= until);
  const counts = companies.map(({ id }) => within.filter(({ companyId }) => companyId === id).length);
  const squares = counts.reduce((sum, count) => sum + count * count, 0);
  return {
    documents: within.length,
    shares: counts.map((count) => count / Math.max(1, within.length)),
    evenness: squares === 0 ? Number.NaN : within.length ** 2 / (counts.length * squares),
  };
}
