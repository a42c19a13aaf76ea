import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

const client = new QueryClient();

/** The least that an account area with React, the router in its declarative form and the query client can be. */
export default function Floor() {
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Link to="/">Login</Link>
        <Routes>
          <Route path="/" element={<Page />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>
  );
}

function Page() {
  const { data } = useQuery({ queryKey: ['page'], queryFn: async () => 'page' });
  return <p>{data}</p>;
}
