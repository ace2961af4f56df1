import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-UY5XPQBP.js";import"./chunk-ONAK4T4O.js";import"./chunk-GOYBI5GH.js";import"./chunk-BU7V6F3X.js";import"./chunk-GFBPN76P.js";import"./chunk-WXJ6SSRK.js";import"./chunk-5LOKNP2H.js";import"./chunk-CQ5T2ZXS.js";import"./chunk-6REANS53.js";export{a as configurationOf,b as requestedIn};
