import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { removeKeptCard } from '../api/kept-card.ts';
import { importWithTimeout, LazyBoundary } from '../components/lazy-part.tsx';
import { Loading } from '../components/query-state.tsx';
import { messages } from '../text/account.ts';
import { createQueryClient } from './query-client.ts';

const PhoneCard = lazy(() => importWithTimeout(() => import('../features/membership/phone-card.tsx')));

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
