import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-NRW3AIUH.js";import"./chunk-GB5AJVPN.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-BRCOELUZ.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as ImageCli};
