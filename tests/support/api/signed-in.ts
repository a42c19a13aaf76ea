import { startApi } from './api.ts';

type Given = Parameters<typeof startApi>;

/** The API with the member "teapot" signed in. */
export async function startSignedIn(...given: Given) {
  const api = await startApi(...given);
  await api.register();
  const token: string = (await api.signIn()).body.token;
  return { ...api, token };
}

/** The API with "teapot" signed in as an administrator. */
export async function startAdministered(...given: Given) {
  const api = await startApi(...given);
  await api.register();
  await api.operator.grantAdmin('utah_teapot');
  const token: string = (await api.signIn()).body.token;
  return { ...api, token };
}
