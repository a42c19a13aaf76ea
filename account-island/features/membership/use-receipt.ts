import { useMutation } from '@tanstack/react-query';
import { getReceipt } from '#contract/payments';
import { call } from '../../api/client.ts';
import { linkOf } from '../../components/link-of.ts';
import { sentenceOf } from '../../text/errors.ts';
import { membershipMessages as texts } from '../../text/membership.ts';

/** Opens one of our own receipts in a new tab; `said` is why it could not be opened. */
export function useReceipt() {
  const asked = useMutation({
    networkMode: 'always',
    mutationFn: async (number: string) => {
      // Opened while the click still counts: a browser would block a tab that comes after the reply.
      const tab = open('', '_blank');
      try {
        const { code, msg, data } = await call(getReceipt, { number });
        const link = code === 1 && linkOf(data?.url ?? '');
        if (!tab || !link) {
          tab?.close();
          return code === 1 ? texts.receiptFailed : msg;
        }
        tab.opener = null;
        tab.location.replace(link.href);
        return undefined;
      } catch (error) {
        tab?.close();
        return sentenceOf(error, texts.receiptFailed);
      }
    },
  });
  return {
    opening: asked.isPending ? asked.variables : undefined,
    said: asked.data,
    openReceipt: (number: string) => asked.isPending || asked.mutate(number),
  };
}
