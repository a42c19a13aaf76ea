import { startApi } from './api.ts';
import { preparedOnce } from './prepared-once.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
type Given = Parameters<typeof startApi>;

const signInMember = async (api: Api): Promise<string> => {
  await api.register();
  return api.tokenOf();
};

export const signInAdministrator = async (api: Api): Promise<string> => {
  await api.register();
  await api.operator.grantAdmin('utah_teapot');
  return api.tokenOf();
};

const memberOnce = preparedOnce(signInMember);
export const administratorOnce = preparedOnce(signInAdministrator);

const registeredOnce = preparedOnce(async (api) => {
  await api.register();
  await api.dueMails();
});

/** The API with the member "teapot", whose welcome email was sent. */
export async function startRegistered() {
  const api = await startApi();
  await registeredOnce(api);
  return api;
}

/** The API with the member "teapot" signed in. */
export async function startSignedIn(...given: Given) {
  const api = await startApi(...given);
  const token = await (given.length > 0 ? signInMember : memberOnce)(api);
  return { ...api, token };
}

/** The API with "teapot" signed in as an administrator. */
export async function startAdministered(...given: Given) {
  const api = await startApi(...given);
  const token = await (given.length > 0 ? signInAdministrator : administratorOnce)(api);
  return { ...api, token };
}
