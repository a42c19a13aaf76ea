/** What API Gateway takes in one request, and what it answers to more: quotas of HTTP APIs, "Payload size". */
const MOST_BYTES = 10 * 1024 * 1024;
const tooLarge = () => Response.json({ message: 'Request Entity Too Large' }, { status: 413 });

/**
 * The request with its whole body read, as API Gateway hands it on, or the answer to one that is too large. Who answers while
 * the body is still coming makes the connection end, and the browser reports a network error instead of the answer.
 */
export async function wholeRequest(request: Request): Promise<Request | Response> {
  if (request.body === null) return request;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length <= MOST_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (length > MOST_BYTES) return tooLarge();
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body: Buffer.concat(chunks) });
}
