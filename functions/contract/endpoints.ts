import {
  checkAdmin,
  deleteAccount,
  exportData,
  getDevices,
  secureAccount,
  signOutDevices,
} from './account.ts';
import * as adminMembers from './admin-members.ts';
import { getArchive, verifyArchivePassword, verifyArchiveToken } from './archive.ts';
import { getAudit, getHistory } from './audit.ts';
import {
  forgetPassword,
  genSalt,
  getSalt,
  login,
  logout,
  newSalt,
  register,
  resetPassword,
  updatePassword,
} from './auth.ts';
import {
  changeCampaign,
  duplicateCampaign,
  exportDeliveries,
  getCampaign,
  getCampaignMessage,
  getCampaigns,
  getDeliveries,
} from './campaigns.ts';
import {
  changeCampaignDraft,
  changeCampaignTemplate,
  createCampaign,
  getCampaignDraft,
  getCampaignTemplate,
  getCampaignTemplates,
  previewCampaign,
  sendTestCampaign,
  uploadMailImage,
} from './compose-campaign.ts';
import { getConferences } from './conferences.ts';
import type { Endpoint } from './endpoint.ts';
import { changeImport, getImports } from './imports.ts';
import { exportLedger, getLedger, getLedgerSums } from './ledger.ts';
import {
  getMailPreferences,
  getSuppressions,
  setMailPreferences,
  unsubscribe,
  unsuppressAddress,
} from './mail-preferences.ts';
import { changeMembers, changeSegments, getSegments } from './member-lists.ts';
import { getMemberEmails } from './member-records.ts';
import {
  changeMembershipCard,
  getMembership,
  getMembershipCard,
  verifyMembershipCard,
} from './membership.ts';
import { changePasskeys, getPasskeys, signInWithPasskey } from './passkeys.ts';
import {
  changeReceipt,
  confirmPayment,
  getPaymentsForReview,
  getReceipt,
  paymentWebhook,
  resolvePayment,
} from './payments.ts';
import { getUserInfo, updateUserInfo, verifyEmail } from './profile.ts';
import { changeSecondFactor, getSecondFactor } from './second-factor.ts';
import { getDashboard } from './statistics.ts';

/** Every call of the API. The routes and the access tests read this table; the island imports single endpoints. */
export const endpoints: readonly Endpoint[] = [
  getSalt,
  genSalt,
  newSalt,
  register,
  login,
  signInWithPasskey,
  logout,
  forgetPassword,
  resetPassword,
  updatePassword,
  getUserInfo,
  updateUserInfo,
  verifyEmail,
  getDevices,
  signOutDevices,
  secureAccount,
  getSecondFactor,
  changeSecondFactor,
  getPasskeys,
  changePasskeys,
  getMailPreferences,
  setMailPreferences,
  getHistory,
  exportData,
  deleteAccount,
  getMembership,
  confirmPayment,
  getReceipt,
  getMembershipCard,
  changeMembershipCard,
  verifyMembershipCard,
  getConferences,
  paymentWebhook,
  unsubscribe,
  verifyArchivePassword,
  verifyArchiveToken,
  getArchive,
  checkAdmin,
  getDashboard,
  adminMembers.getMembers,
  changeMembers,
  getSegments,
  changeSegments,
  adminMembers.exportMembers,
  adminMembers.getMember,
  adminMembers.changeMember,
  adminMembers.addMember,
  adminMembers.deleteMember,
  getMemberEmails,
  getImports,
  changeImport,
  getPaymentsForReview,
  resolvePayment,
  getLedger,
  getLedgerSums,
  exportLedger,
  changeReceipt,
  getAudit,
  adminMembers.getRecipients,
  createCampaign,
  sendTestCampaign,
  previewCampaign,
  uploadMailImage,
  getCampaignDraft,
  changeCampaignDraft,
  getCampaignTemplates,
  getCampaignTemplate,
  changeCampaignTemplate,
  getCampaigns,
  getCampaign,
  changeCampaign,
  getCampaignMessage,
  duplicateCampaign,
  getDeliveries,
  exportDeliveries,
  getSuppressions,
  unsuppressAddress,
];
