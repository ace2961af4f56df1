import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-W2DOTAJX.js";import"./chunk-U67UNP2V.js";import"./chunk-MB6W4D72.js";import"./chunk-NRW3AIUH.js";import"./chunk-GB5AJVPN.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-BRCOELUZ.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
