import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { removeKeptCard } from '../api/kept-card.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { createQueryClient } from './query-client.ts';

const PhoneCard = lazyPart(() => import('../member/membership/phone-card.tsx'));

export function CardPage() {
  const [client] = useState(createQueryClient);
  useEffect(() => {
    removeKeptCard();
  }, []);
  return (
    <QueryClientProvider client={client}>
      <PhoneCard />
    </QueryClientProvider>
  );
}
