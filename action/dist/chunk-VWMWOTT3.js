import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as o}from"./chunk-UKSPS3HR.js";var i=["context","ls","--format","{{json .}}"];function s(t){return o(t).filter(({Name:n,URI:r})=>typeof n=="string"&&n!==""&&r===void 0)}function c(t){return/is not a docker command|unknown command|unrecognized command/i.test(t)}export{i as a,s as b,c};
