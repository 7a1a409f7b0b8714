import * as v from 'valibot';

// Only an address of this site: whoever signs in must not be led elsewhere.
const ownAddress = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));

/** Where somebody wanted to go before another page came first. */
export const returnSearch = v.object({
  terug: v.optional(v.fallback(v.optional(ownAddress), undefined)),
});
