/** fast-check as tests use it; `test/support/property-seed.ts` fixes what it draws. */
export * as fc from 'fast-check'
