declare module '@marbec/web-auto-extractor' {
  /** What a page says in JSON-LD, by type, and what could not be parsed. */
  type Extracted = { jsonld: Record<string, Record<string, unknown>[]>; errors: unknown[] };
  export default class WebAutoExtractor {
    parse(html: string): Extracted;
  }
}

declare module '@adobe/structured-data-validator' {
  export default class Validator {
    validate(extracted: unknown): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING' }[]>;
  }
}
