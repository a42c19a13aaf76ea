import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { removeKeptCard } from '../api/kept-card.ts';
import { messages } from '../text/account.ts';
import { importWithTimeout, LazyBoundary } from '../ui/lazy-part.tsx';
import { Loading } from '../ui/query-state.tsx';
import { createQueryClient } from './query-client.ts';

const PhoneCard = lazy(() => importWithTimeout(() => import('../member/membership/phone-card.tsx')));

export function CardPage() {
  const [client] = useState(createQueryClient);
  useEffect(() => {
    removeKeptCard();
  }, []);
  return (
    <QueryClientProvider client={client}>
      <LazyBoundary>
        <Suspense fallback={<Loading label={messages.loadingPanel} />}>
          <PhoneCard />
        </Suspense>
      </LazyBoundary>
    </QueryClientProvider>
  );
}
