import type { RequestOf } from '#contract/endpoint';
import type { getReceipt } from '#contract/payments';
import { errorSentence } from '../text/errors.ts';
import { membershipMessages as texts } from '../text/membership.ts';
import { parseWebAddress } from './external-link.tsx';
import { useAction } from './use-action.ts';

interface ReceiptLink {
  code: number;
  msg: string;
  data?: { url: string } | undefined;
}

/** Opens one of our own receipts in a new tab; `failure` is the sentence if it cannot be opened. */
export function useReceipt<Receipt extends RequestOf<typeof getReceipt>>(
  fetchLink: (receipt: Receipt) => Promise<ReceiptLink>,
) {
  const openReceipt = useAction(async (receipt: Receipt) => {
    // Opened during the click: a browser would block a tab that opens after the reply.
    const tab = open('', '_blank');
    try {
      const { code, msg, data } = await fetchLink(receipt);
      const link = code === 1 && parseWebAddress(data?.url ?? '');
      if (!tab || !link) {
        tab?.close();
        return code === 1 ? texts.receiptFailed : msg;
      }
      tab.opener = null;
      tab.location.replace(link.href);
      return undefined;
    } catch (error) {
      tab?.close();
      return errorSentence(error, texts.receiptFailed);
    }
  });
  return {
    opening: openReceipt.isBusy ? openReceipt.input?.number : undefined,
    failure: openReceipt.result,
    openReceipt: openReceipt.start,
  };
}
